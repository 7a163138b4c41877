import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from './Notice'

interface Props {
  onDismiss: () => void
  className?: string
  /** What a person should know beside that it was saved. */
  more?: string
  /** What was done, where it was not a form that was saved. */
  children?: ReactNode
}

/** Says that a form was saved, or what else was done, and takes the focus that what was pressed has lost. */
export function Saved({ onDismiss, className, more, children }: Props) {
  const told = useRef<HTMLDivElement>(null)
  // After a dialog that closes at the same time has let go of the page.
  useEffect(() => told.current?.focus(), [])
  return (
    <div ref={told} tabIndex={-1} className={className}>
      <Notice kind="success" onDismiss={onDismiss}>
        {children ?? `Success. Changes have been saved.${more ? ` ${more}` : ''}`}
      </Notice>
    </div>
  )
}
