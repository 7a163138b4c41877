import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { type FarmRow, type FarmsParams, farmsQuery, useAnswers, useMay } from '@/api'
import { ACROSS_PATH, type FarmSection } from '@/shared/lib/farmPaths'
import { counted } from '@/shared/lib/numbers'
import { LIMITS } from '@/shared/lib/paging'
import { ArrivalNotice } from '@/shared/ui/ArrivalNotice'
import { buttonClass } from '@/shared/ui/Button'
import { isSettled, ListHead, ListResults, useFoundFor } from '@/shared/ui/List'
import { lazy } from '@/shared/ui/lazy'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './FarmList.module.css'
import { FarmRows } from './FarmRows'
import { FarmsControls } from './FarmsControls'

const NoFarms = lazy(() => import('./NoFarms'))

export interface FarmListProps {
  section: FarmSection
  /** What is asked for; lives in the URL. */
  params: FarmsParams
  onChange: (part: Partial<FarmsParams>, entry?: HistoryEntry) => void
  /** There are several to set side by side. */
  several: boolean
  /** What to say about each farm besides: the columns, and a farm's cells. */
  more?: MoreOfFarms
  /** Further controls beside the others. */
  tools?: ReactNode
  /** What is below the controls: more of them, or notices about the list as a whole. */
  children?: ReactNode
}

/** Where the device keeps which columns staff have added. */
export const COLUMNS_KEY = 'farm-columns'

export interface MoreOfFarms {
  columns: readonly string[]
  cells: (farm: FarmRow) => ReactNode
}

/** This few farms fit on a page of any size. */
const FEW = Math.min(...LIMITS)

/** The farms that a person may see, for managers and in the console. */
export function FarmList({ section, params, onChange, several, more, tools, children }: FarmListProps) {
  usePageTitle('Farms')
  const creates = useMay('companies')
  const farms = useAnswers(farmsQuery(params))
  const found = useFoundFor(params.name ?? '', isSettled(farms))

  // With only a few farms there is nothing to sort and no page to turn, so these controls are folded away.
  const few = section === 'manage' && !params.name && (farms.data?.items.total ?? 0) <= FEW
  return (
    <div className={few ? classes.few : undefined}>
      <ListHead title="Farms">
        {section === 'farms' && creates && (
          <Link to="/farms/setup" className={buttonClass()}>
            Create New
          </Link>
        )}
      </ListHead>
      <ArrivalNotice />
      <FarmsControls section={section} params={params} onChange={onChange} folded={few}>
        {several && (
          <Link to={ACROSS_PATH[section]} className={`${buttonClass({ variant: 'quiet' })} ${classes.across}`}>
            Side by side
          </Link>
        )}
        {tools}
      </FarmsControls>
      {children}
      <ListResults
        nouns="farms"
        turns
        list={farms}
        asked={params}
        said={(total) => countWords(total, found)}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={
          <Suspense>
            <NoFarms
              section={section}
              found={found}
              params={params}
              onAll={(all) => onChange({ ...all, name: '', page: 1 })}
            />
          </Suspense>
        }
      >
        {(rows) => <FarmRows section={section} rows={rows} more={more} />}
      </ListResults>
    </div>
  )
}

/** How many there are, for those who cannot see the rows. */
function countWords(total: number, name: string): string {
  if (!name) return counted(total, 'farm')
  if (total === 0) return `No farm matches ${name}`
  return `${counted(total, 'farm matches', 'farms match')} ${name}`
}
