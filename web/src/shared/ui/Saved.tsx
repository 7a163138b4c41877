import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from './Notice'

interface Props {
  onDismiss: () => void
  className?: string
  /** What else a person should know. */
  more?: string
  /** What was done, if it was not a form that was saved. */
  children?: ReactNode
}

/** Says that a form was saved, or what else was done, and takes the focus from the button that has gone. */
export function Saved({ onDismiss, className, more, children }: Props) {
  const told = useRef<HTMLDivElement>(null)
  // In an effect: a dialog that closes at the same time has let go of the page by then.
  useEffect(() => told.current?.focus(), [])
  return (
    <div ref={told} tabIndex={-1} className={className}>
      <Notice kind="success" onDismiss={onDismiss}>
        {children ?? `Success. Changes have been saved.${more ? ` ${more}` : ''}`}
      </Notice>
    </div>
  )
}
