import { type ReactNode, useState } from 'react'
import { Button } from './Button'
import { Confirm, type Work } from './Confirm'

interface Props {
  label: string
  /** Names the button where the label alone does not. */
  'aria-label'?: string
  /** Primary for what removes nothing, such as a payment. */
  variant?: 'plain' | 'danger' | 'primary'
  disabled?: boolean
  /** What the button of the question says it does. */
  action: string
  work: Work & { reset: () => void; mutate: (variables: undefined, options: { onSuccess: () => void }) => void }
  /** Called once it is done, if the person is still there. */
  onDone?: () => void
  /** What would be lost. */
  children: ReactNode
  /** What is asked besides. */
  extra?: ReactNode
}

/** A button for what cannot be undone: it asks first. */
export function AskFirst({ label, variant = 'plain', action, work, onDone, children, extra, ...button }: Props) {
  const [asked, setAsked] = useState(false)
  const ask = () => {
    work.reset()
    setAsked(true)
  }
  const done = () => {
    setAsked(false)
    onDone?.()
  }
  return (
    <>
      <Button {...button} variant={variant} onClick={ask}>
        {label}
      </Button>
      <Confirm
        open={asked}
        action={action}
        look={variant === 'primary' ? 'primary' : 'danger'}
        work={work}
        onConfirm={() => work.mutate(undefined, { onSuccess: done })}
        onClose={() => setAsked(false)}
        extra={extra}
      >
        {children}
      </Confirm>
    </>
  )
}
