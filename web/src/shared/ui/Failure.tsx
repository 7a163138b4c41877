import { formatInstant } from '@/shared/lib/days'
import { errorMessage, SpokenError } from '@/shared/lib/spoken'
import { Button } from './Button'
import classes from './Failure.module.css'
import { Notice } from './Notice'

interface Props {
  /** The query that failed. If it still has data, `from` says when that came in (Unix milliseconds). */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown; data?: unknown; from?: number }
  /** What this means for the person, ahead of the reason. */
  lead?: string
  /** Of the farm, for what belongs to one. */
  timeZone?: string
}

/** What went wrong in a part of the page, and a way to try again where that can help. The rest of the page stays usable. */
export function Failure({ query, lead, timeZone }: Props) {
  const { error, isFetching, refetch, data, from } = query
  return (
    <Notice kind="error">
      <div className={classes.row}>
        <span>
          {lead && `${lead} `}
          {errorMessage(error)}
          {data !== undefined && from && ` What is shown below is from ${formatInstant(from, timeZone)}.`}
        </span>
        {!(error instanceof SpokenError && error.final) && (
          <Button variant="plain" onClick={() => refetch()} loading={isFetching}>
            Retry
          </Button>
        )}
      </div>
    </Notice>
  )
}
