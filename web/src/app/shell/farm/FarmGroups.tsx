import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useId } from 'react'
import { type FarmRecord, useMay } from '@/api'
import { type FarmTab, tabLabel, tabsOf } from '@/features/farms'
import {
  BAGS_PATH,
  DETAIL_PATH,
  type FarmSection,
  GROWTH_PATH,
  INVOICES_PATH,
  KEYS_PATH,
  OFFER_PATH,
  PEOPLE_PATH,
  RECALLS_PATH,
  SALES_PATH,
  TAGS_PATH,
  UPLOAD_PATH,
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

type Group = 'Work' | 'Market' | 'Animals' | 'Farm'

/** The pages that belong to an entry, by the first names of their routes. */
export const TAG_PAGES = ['tags', 'tagging', 'labels', 'shipments', 'scans']
const RECALL_PAGES = ['recalls']
const INVOICE_PAGES = ['invoices', '$invoice']

/**
 * The places of a farm, read aloud and reached by the keyboard in the order in
 * which they are seen. Its tabs (FARM-2, AFARM-4) are one list: it begins with
 * Reports, which ends the group above the farm's own, so that the market stands
 * before both. The reports (REP-1) are another list, below all else. The names of
 * the groups are no part of these lists, so each entry says to which it belongs.
 */
export function FarmGroups({ section, farmId, farm, onGo, children }: Props) {
  const { onPage, beside = '', tab } = useFarmPlace(section, farm)
  const id = useId()
  const keeps = useMay('companies')
  const changes = useMay('change')
  const people = useMay('admin-users')
  const tabs = tabsOf(section, farm ?? UNKNOWN, keeps)
  const hasReports = tabs.includes('reports')
  const common = (group: Group) => ({
    params: { farmId },
    'aria-describedby': `${id}-${group}`,
    onClick: onGo,
    className: classes.place,
  })
  const at = (here: boolean) => (here ? ('page' as const) : undefined)
  const heading = (group: Group) => (
    <p id={`${id}-${group}`} aria-hidden="true" className={classes.group}>
      {group}
    </p>
  )
  const atTab = (to: FarmTab) => (onPage ? (before: object) => ({ ...before, tab: to }) : { tab: to })
  return (
    <>
      {farm?.may !== 'record' && (
        <>
          {heading('Work')}
          <Link
            to={DETAIL_PATH[section]}
            activeOptions={{ exact: true }}
            {...common('Work')}
            aria-current={at(tab === 'today')}
          >
            Today
          </Link>
        </>
      )}
      {heading('Market')}
      <Link to={TAGS_PATH[section]} {...common('Market')} aria-current={at(TAG_PAGES.includes(beside))}>
        Tags
      </Link>
      <Link to={RECALLS_PATH[section]} {...common('Market')} aria-current={at(RECALL_PAGES.includes(beside))}>
        Recalls
      </Link>
      {hasReports && (
        <Link to={SALES_PATH[section]} {...common('Market')} aria-current={at(beside === 'sales')}>
          Sales
        </Link>
      )}
      {hasReports && (
        <>
          {heading('Animals')}
          <Link to={BAGS_PATH[section]} {...common('Animals')} aria-current={at(beside === 'bags')}>
            Bag by bag
          </Link>
          <Link to={GROWTH_PATH[section]} {...common('Animals')} aria-current={at(beside === 'growth')}>
            Growth
          </Link>
        </>
      )}
      <div
        role="tablist"
        tabIndex={-1}
        aria-label="Farm"
        aria-orientation="vertical"
        className={classes.tabs}
        onKeyDown={onTabKey}
      >
        {tabs.map((one) => (
          <Fragment key={one}>
            {one === 'info' && heading('Farm')}
            <Link
              role="tab"
              to={DETAIL_PATH[section]}
              search={atTab(one)}
              resetScroll={!onPage}
              aria-selected={one === tab}
              tabIndex={one === (tabs.find((known) => known === tab) ?? tabs[0]) ? 0 : -1}
              {...common(one === 'reports' ? 'Animals' : 'Farm')}
            >
              {tabLabel(section, one)}
            </Link>
          </Fragment>
        ))}
      </div>
      {tabs.includes('tagging') && (
        <Link
          to={INVOICES_PATH[section]}
          {...common('Farm')}
          aria-current={at(INVOICE_PAGES.includes(beside))}
          className={`${classes.place} ${classes.below}`}
        >
          Invoices
        </Link>
      )}
      {section === 'manage' && keeps && farm?.taggingActive === false && (
        <Link to={OFFER_PATH} {...common('Farm')} aria-current={at(beside === 'get-tagging')}>
          Get tagging
        </Link>
      )}
      {people && (
        <Link to={PEOPLE_PATH[section]} {...common('Farm')} aria-current={at(beside === 'people')}>
          People
        </Link>
      )}
      {section === 'farms' && people && (
        <Link to="/farms/$farmId/history" {...common('Farm')} aria-current={at(beside === 'history')}>
          History
        </Link>
      )}
      {changes && (
        <>
          <Link to={UPLOAD_PATH[section]} {...common('Farm')} aria-current={at(beside === 'upload')}>
            Upload Groups
          </Link>
          <Link to={KEYS_PATH[section]} {...common('Farm')} aria-current={at(beside === 'keys')}>
            Keys
          </Link>
        </>
      )}
      {children}
    </>
  )
}
