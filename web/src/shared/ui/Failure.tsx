import { formatInstant } from '@/shared/lib/days'
import { Button } from './Button'
import classes from './Failure.module.css'
import { Notice } from './Notice'

interface Props {
  message: string
  onRetry: () => void
  retrying?: boolean
  /** When the answer that is still shown came in (Unix milliseconds); left out if there is none. */
  from?: number | false
  /** Of the farm, for what belongs to one. */
  timeZone?: string
}

/** What went wrong in a part of the page, and a way to try again. The rest of the page stays usable. */
export function Failure({ message, onRetry, retrying, from, timeZone }: Props) {
  return (
    <Notice kind="error">
      <div className={classes.row}>
        <span>
          {message}
          {from && ` What is shown below is from ${formatInstant(from, timeZone)}.`}
        </span>
        <Button variant="plain" onClick={onRetry} loading={retrying}>
          Retry
        </Button>
      </div>
    </Notice>
  )
}
