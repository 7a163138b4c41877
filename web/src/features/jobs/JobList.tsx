import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  errorMessage,
  JOBS,
  type Job,
  type JobKind,
  type JobsParams,
  jobKindsQuery,
  jobsQuery,
  retryFailedJobs,
  useAnswers,
} from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { counted, exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Facts } from '@/shared/ui/Facts'
import { LimitPill } from '@/shared/ui/LimitPill'
import { ListControls, ListHead, ListResults } from '@/shared/ui/List'
import { ListTable } from '@/shared/ui/ListTable'
import { Notice } from '@/shared/ui/Notice'
import { PillSelect } from '@/shared/ui/PillSelect'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import { JobRow } from './JobRow'
import classes from './Jobs.module.css'
import { kindName, stateChoices } from './words'

interface Props {
  /** What is asked for; lives in the URL. */
  params: JobsParams
  onChange: (part: Partial<JobsParams>, entry?: HistoryEntry) => void
}

/** For root: background work that failed and is waiting for somebody, that is to come, and that is done. */
export function JobList({ params, onChange }: Props) {
  usePageTitle('Jobs')
  const jobs = useAnswers(jobsQuery(params))
  const kinds = useQuery(jobKindsQuery).data?.data ?? []
  const [said, setSaid] = useState('')
  const { state, kind = '' } = params
  const filter = (part: Partial<JobsParams>) => onChange({ ...part, page: 1 })
  const known = kinds.some((row) => row.kind === kind) || kind === '' ? kinds : [...kinds, { kind }]
  const kindChoices = known.map((row) => ({ value: row.kind, label: kindName(row.kind) }))

  return (
    <>
      <ListHead title="Jobs" />
      <ListControls>
        <PillSelect
          label="State"
          value={state}
          choices={stateChoices(kinds, kind)}
          onChange={(next) => filter({ state: next })}
        />
        <PillSelect
          label="Kind"
          value={kind}
          choices={[{ value: '', label: 'Any' }, ...kindChoices]}
          onChange={(next) => filter({ kind: next })}
        />
        <LimitPill value={params.limit} onChange={(limit) => filter({ limit })} />
      </ListControls>
      <p className={classes.note}>
        Email, exports, uploads and regular work. A job that fails is tried again for about a day, then waits here for
        you.
      </p>
      <div className={classes.notices}>
        <Strays kinds={kinds} />
        {said && (
          <Notice kind="success" onDismiss={() => setSaid('')}>
            {said}
          </Notice>
        )}
      </div>
      {state === 'failed' && <RetryKinds kinds={kinds} kind={kind} onDone={setSaid} />}
      <ListResults
        nouns="jobs"
        list={jobs}
        asked={params}
        said={(total) => counted(total, 'job')}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={<NoJobs state={state} kind={kind} />}
      >
        {(rows: Job[]) => (
          <ListTable columns={['Job', 'Made', 'Tries', 'When']} action="What can be done">
            {rows.map((job) => (
              <JobRow key={job._id} job={job} onDone={setSaid} />
            ))}
          </ListTable>
        )}
      </ListResults>
      <Schedules kinds={kinds} />
    </>
  )
}

/** Jobs that a wrong clock put where nobody would look. */
function Strays({ kinds }: { kinds: JobKind[] }) {
  const count = kinds.reduce((sum, kind) => sum + kind.stray, 0)
  if (count === 0) return null
  return (
    <Notice kind="error">
      {counted(count, 'job is', 'jobs are')} scheduled further ahead than a job ever waits, because a clock was wrong.
      This is put right within an hour.
    </Notice>
  )
}

/** Retries all failed jobs of a kind at once, for example after a mail server was down. */
function RetryKinds({ kinds, kind, onDone }: { kinds: JobKind[]; kind: string; onDone: (said: string) => void }) {
  const cache = useQueryClient()
  const retry = useMutation({
    mutationFn: retryFailedJobs,
    onSuccess: ({ retried }, which) => {
      onDone(`${counted(retried, 'job')} of the kind ${kindName(which)} will be tried again.`)
      return cache.invalidateQueries({ queryKey: JOBS })
    },
  })
  const failed = kinds.filter((row) => row.failed > 0 && (kind === '' || row.kind === kind))
  if (failed.length === 0) return null
  return (
    <>
      {retry.error && <Notice kind="error">{errorMessage(retry.error)}</Notice>}
      <div className={classes.all}>
        {failed.map((row) => (
          <Button
            key={row.kind}
            variant="plain"
            loading={retry.isPending && retry.variables === row.kind}
            onClick={() => retry.mutate(row.kind)}
          >
            Try all failed again: {kindName(row.kind)} ({exact(row.failed)})
          </Button>
        ))}
      </div>
    </>
  )
}

function NoJobs({ state, kind }: { state: JobsParams['state']; kind: string }) {
  const of = kind && ` of the kind ${kindName(kind)}`
  if (state === 'failed') {
    return (
      <EmptyState drawing="water" title={`No job${of} has failed.`}>
        Jobs that failed after many tries are listed here, and can be tried again.
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing="water" title={`No job${of} is ${state}.`}>
      {state === 'done' ? 'Finished jobs are listed for a week.' : 'There is nothing to do right now.'}
    </EmptyState>
  )
}

function Schedules({ kinds }: { kinds: JobKind[] }) {
  const facts = kinds.flatMap(({ kind, nextAt }) =>
    nextAt === null ? [] : [{ label: kindName(kind), value: `next ${formatInstant(nextAt)}` }],
  )
  if (facts.length === 0) return null
  return (
    <div className={classes.schedules}>
      <Card title="Regular work">
        <Facts facts={facts} />
      </Card>
    </div>
  )
}
