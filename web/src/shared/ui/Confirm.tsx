import type { ReactNode } from 'react'
import { Button } from './Button'
import classes from './Confirm.module.css'
import { firstFocus } from './firstFocus'
import { Notice } from './Notice'
import { Sheet } from './Sheet'

interface Props {
  open: boolean
  /** What the button says it does. */
  action: string
  pending: boolean
  /** What went wrong, in words. */
  failure: string | null
  onConfirm: () => void
  onClose: () => void
  /** What would be lost. */
  children: ReactNode
}

/** Asks before something is removed for good. */
export function Confirm({ open, action, pending, failure, onConfirm, onClose, children }: Props) {
  return (
    <Sheet title="Are you sure?" place="middle" open={open} onClose={onClose}>
      <div className={classes.question}>
        <p>{children}</p>
        {failure !== null && <Notice kind="error">{failure}</Notice>}
        <div className={classes.buttons}>
          <Button ref={firstFocus} variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" loading={pending} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
