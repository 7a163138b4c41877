import type { ReactNode } from 'react'
import { Button } from './Button'
import classes from './SendBar.module.css'

interface Props {
  /** What went wrong. */
  trouble?: ReactNode
  /** What will be recorded, in a sentence; null until that is known. */
  says: string | null
  /** What was recorded, with what can be done with it next. */
  recorded?: ReactNode
  label: string
  loading: boolean
}

/** What a form will do and the button that does it, always in sight; on a phone under the thumb. */
export function SendBar({ trouble, says, recorded, label, loading }: Props) {
  return (
    <div className={classes.bar} data-bottom-bar>
      {trouble}
      {recorded ? (
        <p role="status" className={classes.sentence} data-recorded>
          Recorded: {recorded}
        </p>
      ) : (
        <p className={classes.sentence} data-empty={!says}>
          {says ?? 'What will be recorded is shown here first.'}
        </p>
      )}
      <Button type="submit" loading={loading}>
        {label}
      </Button>
    </div>
  )
}
