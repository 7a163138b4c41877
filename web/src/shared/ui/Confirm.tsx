import type { ReactNode } from 'react'
import { errorMessage } from '@/shared/lib/spoken'
import { Button } from './Button'
import classes from './Confirm.module.css'
import { firstFocus } from './firstFocus'
import { Notice } from './Notice'
import { Sheet } from './Sheet'

/** What is done once it is confirmed. */
export interface Work {
  isPending: boolean
  error: unknown
}

interface Props {
  open: boolean
  /** What the button says it does. */
  action: string
  look?: 'danger' | 'primary'
  work: Work
  onConfirm: () => void
  onClose: () => void
  /** What would be lost. */
  children: ReactNode
  /** What is asked besides. */
  extra?: ReactNode
}

/** Asks before something is removed for good. */
export function Confirm({ open, action, look = 'danger', work, onConfirm, onClose, children, extra }: Props) {
  return (
    <Sheet title="Are you sure?" place="middle" open={open} onClose={onClose}>
      <div className={classes.question}>
        <p>{children}</p>
        {extra}
        {Boolean(work.error) && <Notice kind="error">{errorMessage(work.error)}</Notice>}
        <div className={classes.buttons}>
          <Button ref={firstFocus} variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant={look} loading={work.isPending} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
