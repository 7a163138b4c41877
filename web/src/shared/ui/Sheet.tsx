import { IconX } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import classes from './Sheet.module.css'

interface Props {
  title: string
  open: boolean
  /** Somebody wants it closed. It stays while `open` does, for a form that asks first. */
  onClose: () => void
  /** On a desk a question stands in the middle; on a phone every sheet comes from the bottom. */
  place?: 'bottom' | 'middle'
  /** More room on a desk, for a form with rows. */
  wide?: boolean
  children: ReactNode
}

/**
 * A sheet from the bottom of a phone's screen: the browser's own modal dialog,
 * which keeps the focus inside and closes on Escape; the button and a press on
 * the backdrop close it too.
 */
export function Sheet({ title, open, onClose, place = 'bottom', wide, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [closings, setClosings] = useState(0)
  // Before the effects of what is inside: it may put the focus where it wants it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that the browser closed by itself opens again.
  useLayoutEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open && dialog.current?.open) dialog.current.close()
  }, [open, closings])
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  // A browser lets nobody hold it against a second Escape.
  const onClosed = () => {
    if (!open) return
    setClosings(closings + 1)
    onClose()
  }
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the dialog hears it itself.
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={classes.sheet}
      data-place={place}
      data-wide={wide || undefined}
      onCancel={onCancel}
      onClose={onClosed}
      onClick={onBackdrop}
    >
      {open && (
        <div className={classes.body}>
          <div className={classes.head}>
            <h2 id={id} className={classes.title}>
              {title}
            </h2>
            <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
              <IconX size={22} aria-hidden />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
