import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type FarmsParams, farmsQuery, useAnswers } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { counted } from '@/shared/lib/numbers'
import { LIMITS } from '@/shared/lib/paging'
import { ArrivalNotice } from '@/shared/ui/ArrivalNotice'
import { Button, buttonClass } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/EmptyState'
import { isSettled, ListHead, ListResults, useFoundFor } from '@/shared/ui/List'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './FarmList.module.css'
import { FarmRows } from './FarmRows'
import { FarmsControls } from './FarmsControls'

export interface FarmListProps {
  section: FarmSection
  /** What is asked for; it lives in the URL. */
  params: FarmsParams
  onChange: (part: Partial<FarmsParams>, entry?: HistoryEntry) => void
  /** What is said of each farm beside its record: the columns, and the cells of a farm. */
  more?: MoreOfFarms
  /** What is to be known of the whole list. */
  children?: ReactNode
}

export interface MoreOfFarms {
  columns: readonly string[]
  cells: (farmId: string) => ReactNode
}

/** So few farms fit on a page however many rows it has. */
const FEW = Math.min(...LIMITS)

/** The farms that a person may see, for managers and for the console. */
export function FarmList({ section, params, onChange, more, children }: FarmListProps) {
  usePageTitle('Farms')
  const farms = useAnswers(farmsQuery(params))
  const found = useFoundFor(params.name ?? '', isSettled(farms))

  // Whoever manages a few has nothing to sort or turn: that waits behind its name.
  const few = section === 'manage' && !params.name && (farms.data?.items.total ?? 0) <= FEW

  return (
    <div className={few ? classes.few : undefined}>
      <ListHead title="Farms">
        {section === 'farms' && (
          <Link to="/farms/setup" className={buttonClass()}>
            Create New
          </Link>
        )}
      </ListHead>
      <ArrivalNotice />
      <FarmsControls params={params} onChange={onChange} folded={few} />
      {children}
      <ListResults
        nouns="farms"
        list={farms}
        limit={params.limit}
        said={(total) => countWords(total, found)}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={<NoFarms section={section} found={found} onAll={() => onChange({ name: '', page: 1 })} />}
      >
        {(rows) => <FarmRows section={section} rows={rows} more={more} />}
      </ListResults>
    </div>
  )
}

/** How many there are, for who does not see the rows. */
function countWords(total: number, name: string): string {
  if (!name) return counted(total, 'farm')
  if (total === 0) return `No farm matches ${name}`
  return `${counted(total, 'farm matches', 'farms match')} ${name}`
}

function NoFarms({ section, found, onAll }: { section: FarmSection; found: string; onAll: () => void }) {
  if (found) {
    return (
      <EmptyState drawing="shell" title={`No farm matches “${found}”.`}>
        <p>Check the spelling, search for part of the name, or show them all.</p>
        <Button variant="plain" onClick={onAll}>
          Show all farms
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing="shell" title="No farms yet.">
      {section === 'farms' ? (
        <>
          <Link to="/farms/setup">Create the first one</Link>, then link its people to it.
        </>
      ) : (
        'Ask the person who runs your account to link you to a farm. It will be listed here.'
      )}
    </EmptyState>
  )
}
