import { Button } from './Button'
import classes from './Failure.module.css'
import { Notice } from './Notice'

interface Props {
  message: string
  onRetry: () => void
  retrying?: boolean
}

/** What went wrong in a part of the page, and another try. The rest of the page stays usable. */
export function Failure({ message, onRetry, retrying }: Props) {
  return (
    <Notice kind="error">
      <div className={classes.row}>
        <span>{message}</span>
        <Button variant="plain" onClick={onRetry} loading={retrying}>
          Retry
        </Button>
      </div>
    </Notice>
  )
}
