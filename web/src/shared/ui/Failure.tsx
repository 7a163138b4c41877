import { formatInstant } from '@/shared/lib/days'
import { Button } from './Button'
import classes from './Failure.module.css'
import { Notice } from './Notice'

interface Props {
  message: string
  onRetry: () => void
  retrying?: boolean
  /** When what is still shown was answered (Unix milliseconds); left out where nothing is. */
  from?: number | false
  /** Of the farm that it belongs to. */
  timeZone?: string
}

/** What went wrong in a part of the page, and another try. The rest of the page stays usable. */
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
