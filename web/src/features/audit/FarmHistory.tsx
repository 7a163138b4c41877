import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { auditQuery, farmQuery, useAnswers } from '@/api'
import { counted } from '@/shared/lib/numbers'
import type { Paged } from '@/shared/lib/paging'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { LimitPill } from '@/shared/ui/LimitPill'
import { ListControls, ListResults } from '@/shared/ui/List'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './Audit.module.css'
import { Entries } from './Entries'

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
      <ListResults
        nouns="entries"
        list={entries}
        asked={params}
        said={(total) => counted(total, 'entry', 'entries')}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={
          <EmptyState drawing="water" title="Nothing has been done yet.">
            What people do to this farm’s record, people, paper and invoices is kept here.
          </EmptyState>
        }
      >
        {(rows) => <Entries rows={rows} timeZone={farm?.timeZone} />}
      </ListResults>
    </>
  )
}
