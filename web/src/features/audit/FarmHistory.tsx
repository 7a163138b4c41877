import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { auditQuery, farmQuery, useAnswers } from '@/api'
import type { Paged } from '@/shared/lib/paging'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { LimitPill } from '@/shared/ui/LimitPill'
import { ListControls } from '@/shared/ui/List'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './Audit.module.css'
import { EntryList } from './Entries'

interface Props {
  farmId: string
  params: Paged
  onChange: (part: Partial<Paged>, entry?: HistoryEntry) => void
}

/** For staff: what was done to a farm, page by page, on its own clock. */
export function FarmHistory({ farmId, params, onChange }: Props) {
  const farm = useQuery(farmQuery(farmId)).data
  const entries = useAnswers(auditQuery({ ...params, subject: farmId }))
  return (
    <>
      <FarmHeading section="farms" farmId={farmId} farmName={farm?.name ?? ''} title="History" />
      <ListControls>
        <LimitPill value={params.limit} onChange={(limit) => onChange({ limit, page: 1 })} />
      </ListControls>
      <p className={classes.note}>
        Newest first, on the farm’s clock. Nothing can be changed here.{' '}
        <Link to="/admin/audit" search={{ subject: farmId }}>
          Search it in the audit trail
        </Link>
      </p>
      <EntryList
        list={entries}
        asked={params}
        timeZone={farm?.timeZone}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={
          <EmptyState drawing="water" title="Nothing has been done yet.">
            What people do to this farm’s record, people, paper and invoices is kept here.
          </EmptyState>
        }
      />
    </>
  )
}
