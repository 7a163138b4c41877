import { useEffect, useRef } from 'react'
import { Notice } from './Notice'

/** Says that a form was saved, and takes the focus that the form has lost. */
export function Saved({ more, onDismiss }: { more?: string; onDismiss: () => void }) {
  const told = useRef<HTMLDivElement>(null)
  useEffect(() => told.current?.focus(), [])
  return (
    <div ref={told} tabIndex={-1}>
      <Notice kind="success" onDismiss={onDismiss}>
        Success. Changes have been saved.{more && ` ${more}`}
      </Notice>
    </div>
  )
}
