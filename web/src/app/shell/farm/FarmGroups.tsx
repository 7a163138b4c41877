import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FarmRecord } from '@/api'
import { type FarmTab, tabLabel, tabsOf } from '@/features/farms'
import { BAGS_PATH, DETAIL_PATH, type FarmSection, INVOICES_PATH } from '@/shared/lib/farmPaths'
import { onTabKey } from '@/shared/ui/tabKeys'
import classes from './FarmNav.module.css'
import { useFarmPlace } from './useFarmPlace'

interface Props {
  section: FarmSection
  farmId: string
  /** Not given while it is on its way; then there is what every farm has. */
  farm?: FarmRecord
  /** Somebody goes to one of them. */
  onGo?: () => void
  /** What stands among them by its own place. */
  children?: ReactNode
}

const UNKNOWN = { leases: [], taggingActive: false }

/**
 * The places of a farm. Its tabs (FARM-2, AFARM-4) are one list in the order of
 * the specification, and the reports (REP-1) another; the style sheet sorts both
 * under the headings of the groups, which stand outside of them.
 */
export function FarmGroups({ section, farmId, farm, onGo, children }: Props) {
  const { onPage, tab } = useFarmPlace(section, farm)
  const tabs = tabsOf(section, farm ?? UNKNOWN)
  const atTab = (to: FarmTab) => (onPage ? (before: object) => ({ ...before, tab: to }) : { tab: to })
  return (
    <>
      <h2 className={classes.group} data-at="work">
        Work
      </h2>
      <Link
        to={DETAIL_PATH[section]}
        params={{ farmId }}
        aria-current={tab === 'today' ? 'page' : undefined}
        activeOptions={{ exact: true }}
        data-at="today"
        onClick={onGo}
        className={classes.place}
      >
        Today
      </Link>
      {tabs.includes('reports') && (
        <h2 className={classes.group} data-at="animals">
          Animals
        </h2>
      )}
      {tabs.includes('reports') && (
        <Link to={BAGS_PATH[section]} params={{ farmId }} data-at="bags" onClick={onGo} className={classes.place}>
          Bag by bag
        </Link>
      )}
      <h2 className={classes.group} data-at="farm">
        Farm
      </h2>
      <div
        role="tablist"
        tabIndex={-1}
        aria-label="Farm"
        aria-orientation="vertical"
        className={classes.tabs}
        onKeyDown={onTabKey}
      >
        {tabs.map((one) => (
          <Link
            key={one}
            role="tab"
            to={DETAIL_PATH[section]}
            params={{ farmId }}
            search={atTab(one)}
            resetScroll={!onPage}
            aria-selected={one === tab}
            tabIndex={one === (tabs.find((known) => known === tab) ?? tabs[0]) ? 0 : -1}
            data-at={one}
            onClick={onGo}
            className={classes.place}
          >
            {tabLabel(section, one)}
          </Link>
        ))}
      </div>
      {children}
      {tabs.includes('tagging') && (
        <Link
          to={INVOICES_PATH[section]}
          params={{ farmId }}
          data-at="invoices"
          onClick={onGo}
          className={classes.place}
        >
          Invoices
        </Link>
      )}
      {section === 'farms' && (
        <Link to="/farms/upload/$farmId" params={{ farmId }} data-at="upload" onClick={onGo} className={classes.place}>
          Upload Groups
        </Link>
      )}
    </>
  )
}
