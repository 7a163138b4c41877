import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import pill from './Pill.module.css'
import classes from './Popover.module.css'

interface Props {
  /** The panel's name. */
  name: string
  /** What stands on the button: spans of the pill's classes label and value. */
  label: ReactNode
  open: boolean
  onOpen: (open: boolean) => void
  disabled?: boolean
  stacked?: boolean
  children: ReactNode
}

const EDGE_PX = 16

/** Moves a panel to the left by what would stand beyond the right edge of the window. */
function keepInSight(panel: HTMLElement | null) {
  if (!panel) return
  const beyond = panel.getBoundingClientRect().right - (document.documentElement.clientWidth - EDGE_PX)
  if (beyond > 0) panel.style.left = `${-beyond}px`
}

/** A pill that opens a panel under it. Escape and a press elsewhere close it; the focus goes in and comes back. */
export function Popover({ name, label, open, onOpen, disabled, stacked, children }: Props) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!open) return
    keepInSight(panel.current)
    panel.current?.focus({ preventScroll: true })
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) onOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    const pill = button.current
    return () => {
      document.removeEventListener('pointerdown', outside)
      // What had the focus inside is gone by now.
      if (document.activeElement === document.body) pill?.focus({ preventScroll: true })
    }
  }, [open, onOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    onOpen(false)
    button.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears the Escape key of what is inside.
    <div ref={root} className={classes.root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={pill.pill}
        data-stacked={stacked || undefined}
        disabled={disabled}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onOpen(!open)}
      >
        {label}
        <IconChevronDown size={16} aria-hidden className={pill.caret} />
      </button>
      {open && (
        <div ref={panel} id={id} role="dialog" aria-label={name} tabIndex={-1} className={classes.panel}>
          {children}
        </div>
      )}
    </div>
  )
}
