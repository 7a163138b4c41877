import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

const KINDS = {
  error: { icon: IconAlertTriangle, role: 'alert' },
  success: { icon: IconCircleCheck, role: 'status' },
  info: { icon: IconInfoCircle, role: undefined },
} as const

interface Props {
  kind: keyof typeof KINDS
  children: ReactNode
}

/** A message in its place on the page. Errors are spoken at once, successes politely. */
export function Notice({ kind, children }: Props) {
  const { icon: Icon, role } = KINDS[kind]
  return (
    <div className={classes.notice} data-kind={kind} role={role}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <div className={classes.body}>{children}</div>
    </div>
  )
}
