import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, Suspense, useRef } from 'react'
import { lazy } from './lazy'
import pill from './Pill.module.css'

const load = () => import('./PopoverPanel')
const PopoverPanel = lazy(load)

interface Props {
  /** The panel's name. */
  name: string
  /** What the button shows: spans with the pill's classes label and value. */
  label: ReactNode
  open: boolean
  onOpen: (open: boolean) => void
  disabled?: boolean
  /** The class of a button that is not a pill. */
  look?: string
  /** Nothing is chosen in it yet, so it draws less attention. */
  idle?: boolean
  /** Without a frame, as part of a heading. */
  bare?: boolean
  /** What is chosen says by itself what it is: where room is short it stands alone. */
  plain?: boolean
  children: ReactNode
}

/** A pill that opens a panel below it. The panel's code starts to load as soon as the pill has the pointer or the focus. */
export function Popover({ name, label, open, onOpen, disabled, idle, bare, plain, look = pill.pill, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const prepare = () => void load().catch(() => undefined)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={look}
        data-idle={idle || undefined}
        data-bare={bare || undefined}
        data-plain={plain || undefined}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          // Not every browser focuses a pressed button, and closing returns the focus to where it was.
          button.current?.focus({ preventScroll: true })
          onOpen(!open)
        }}
      >
        {label}
        {!idle && <IconChevronDown size={16} aria-hidden className={pill.caret} />}
      </button>
      <Suspense>
        {open && (
          <PopoverPanel name={name} trigger={button} onOpen={onOpen}>
            {children}
          </PopoverPanel>
        )}
      </Suspense>
    </>
  )
}
