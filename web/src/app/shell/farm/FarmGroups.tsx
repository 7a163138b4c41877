import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { FarmRecord } from '@/api'
import { type FarmTab, tabLabel, tabsOf } from '@/features/farms'
import {
  BAGS_PATH,
  DETAIL_PATH,
  type FarmSection,
  INVOICES_PATH,
  RECALLS_PATH,
  TAGS_PATH,
} from '@/shared/lib/farmPaths'
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
  /** What stands below them. */
  children?: ReactNode
}

const UNKNOWN = { leases: [], taggingActive: false }

type Group = 'work' | 'animals' | 'farm'

const GROUP_OF: Record<FarmTab, Group> = {
  today: 'work',
  reports: 'farm',
  info: 'farm',
  about: 'farm',
  tagging: 'farm',
  features: 'farm',
}

/**
 * The places of a farm, read aloud and reached by the keyboard in the order in
 * which they are seen. Its tabs (FARM-2, AFARM-4) are one list in the order of the
 * specification, the reports (REP-1) another below all else. The names of the
 * groups are no part of these lists, so each entry says to which it belongs.
 */
export function FarmGroups({ section, farmId, farm, onGo, children }: Props) {
  const { onPage, tab } = useFarmPlace(section, farm)
  const id = useId()
  const tabs = tabsOf(section, farm ?? UNKNOWN)
  const within = (group: Group) => ({ 'aria-describedby': `${id}-${group}` })
  const heading = (group: Group, label: string) => (
    <p id={`${id}-${group}`} aria-hidden="true" className={classes.group}>
      {label}
    </p>
  )
  const atTab = (to: FarmTab) => (onPage ? (before: object) => ({ ...before, tab: to }) : { tab: to })
  return (
    <>
      {heading('work', 'Work')}
      <Link
        to={DETAIL_PATH[section]}
        params={{ farmId }}
        aria-current={tab === 'today' ? 'page' : undefined}
        activeOptions={{ exact: true }}
        {...within('work')}
        onClick={onGo}
        className={classes.place}
      >
        Today
      </Link>
      {heading('animals', 'Animals')}
      {tabs.includes('reports') && (
        <Link
          to={BAGS_PATH[section]}
          params={{ farmId }}
          {...within('animals')}
          onClick={onGo}
          className={classes.place}
        >
          Bag by bag
        </Link>
      )}
      <Link to={TAGS_PATH[section]} params={{ farmId }} {...within('animals')} onClick={onGo} className={classes.place}>
        Tags
      </Link>
      <Link
        to={RECALLS_PATH[section]}
        params={{ farmId }}
        {...within('animals')}
        onClick={onGo}
        className={classes.place}
      >
        Recalls
      </Link>
      {heading('farm', 'Farm')}
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
            {...within(GROUP_OF[one])}
            onClick={onGo}
            className={classes.place}
          >
            {tabLabel(section, one)}
          </Link>
        ))}
      </div>
      {tabs.includes('tagging') && (
        <Link
          to={INVOICES_PATH[section]}
          params={{ farmId }}
          {...within('farm')}
          onClick={onGo}
          className={`${classes.place} ${classes.below}`}
        >
          Invoices
        </Link>
      )}
      {section === 'farms' && (
        <Link
          to="/farms/upload/$farmId"
          params={{ farmId }}
          {...within('farm')}
          onClick={onGo}
          className={classes.place}
        >
          Upload Groups
        </Link>
      )}
      {children}
    </>
  )
}
