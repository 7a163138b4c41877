import { useMutation, useQueryClient } from '@tanstack/react-query'
import { discardJob, errorMessage, JOBS, type Job, retryJob } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Button } from '@/shared/ui/Button'
import { listCells } from '@/shared/ui/ListTable'
import { Notice } from '@/shared/ui/Notice'
import { Cell, Row, RowHead } from '@/shared/ui/Table'
import classes from './Jobs.module.css'
import { kindName, whenOf } from './words'

interface Props {
  job: Job
  /** Called with words that say what was done. */
  onDone: (said: string) => void
}

/** A job, why it failed, and what can be done about it. */
export function JobRow({ job, onDone }: Props) {
  const cache = useQueryClient()
  const name = kindName(job.kind)
  const onSuccess = () => void cache.invalidateQueries({ queryKey: JOBS })
  const retry = useMutation({
    mutationFn: () => retryJob(job._id),
    onSuccess,
  })
  const discard = useMutation({ mutationFn: () => discardJob(job._id), onSuccess })
  const open = job.state === 'failed' || job.state === 'waiting'
  return (
    <Row>
      <RowHead className={`${listCells.line} ${classes.job}`}>
        <b>{name}</b>
        <Reason text={job.lastError} />
        {retry.error && <Notice kind="error">{errorMessage(retry.error)}</Notice>}
      </RowHead>
      <Cell className={`${listCells.muted} ${classes.when}`}>{formatInstant(job.createdAt)}</Cell>
      <Cell className={`${listCells.muted} ${classes.when}`}>{counted(job.attempts, 'try', 'tries')}</Cell>
      <Cell className={`${listCells.muted} ${classes.when}`}>{whenOf(job)}</Cell>
      <Cell className={listCells.action}>
        {open && (
          <span className={classes.buttons}>
            <Button
              variant="plain"
              loading={retry.isPending}
              aria-label={`Try again: ${name}`}
              onClick={() => retry.mutate(undefined, { onSuccess: () => onDone(`${name} will be tried again.`) })}
            >
              Try again
            </Button>
            <AskFirst
              label="Give up"
              aria-label={`Give up: ${name}`}
              action="Give up this job"
              work={discard}
              onDone={() => onDone(`${name} was given up.`)}
            >
              What this job was to do ({name}) will not be done, and it cannot be brought back.
            </AskFirst>
          </span>
        )}
      </Cell>
    </Row>
  )
}

/** The first line of an error; the rest, such as a stack trace, on request. */
function Reason({ text }: { text: string }) {
  const [first = '', ...rest] = text.trim().split('\n')
  if (first === '') return null
  if (rest.length === 0) return <span className={classes.reason}>{first}</span>
  return (
    <details className={classes.reason}>
      <summary>{first}</summary>
      {rest.join('\n')}
    </details>
  )
}
