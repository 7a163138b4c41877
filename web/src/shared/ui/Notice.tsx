import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import button from './IconButton.module.css'
import classes from './Notice.module.css'

const KINDS = {
  error: { icon: IconAlertTriangle, role: 'alert' },
  warning: { icon: IconAlertTriangle, role: undefined },
  success: { icon: IconCircleCheck, role: 'status' },
  info: { icon: IconInfoCircle, role: undefined },
} as const

interface Props {
  kind: keyof typeof KINDS
  /** Given if the notice can be dismissed. */
  onDismiss?: () => void
  children: ReactNode
}

/** A message in place on the page. A screen reader announces errors at once, successes politely. */
export function Notice({ kind, onDismiss, children }: Props) {
  const { icon: Icon, role } = KINDS[kind]
  return (
    <div className={classes.notice} data-kind={kind} role={role}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <div className={classes.body}>{children}</div>
      {onDismiss && (
        <button type="button" className={`${button.icon} ${classes.dismiss}`} aria-label="Dismiss" onClick={onDismiss}>
          <IconX size={20} aria-hidden />
        </button>
      )}
    </div>
  )
}
