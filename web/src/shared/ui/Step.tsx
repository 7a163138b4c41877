import type { Icon } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import classes from './Step.module.css'

export interface Made {
  icon: Icon
  label: string
  detail?: string
}

interface Choosing {
  ref: RefObject<HTMLDivElement | null>
  onPress: (passing: boolean) => void
}

interface Props {
  legend: string
  /** The choice made. */
  made: Made | null
  /** There are others to choose from. */
  others: boolean
  /** The choice was refused and must be made again. */
  refused: boolean
  /** The choices; they tell the step what was pressed. */
  children: (choosing: Choosing) => ReactNode
  /** The detail has a line of its own. */
  tall?: boolean
  /** Stands at the end of the line of the choice made. */
  beside?: ReactNode
}

/** A sequence of choices in one frame. */
export function Steps({ children }: { children: ReactNode }) {
  return <div className={classes.steps}>{children}</div>
}

/** Something to choose; once chosen, it folds into one line that says what and opens the choices again. */
export function Step({ legend, made, others, refused, children, tall = false, beside }: Props) {
  const [open, setOpen] = useState(false)
  const folded = made !== null && !open && !refused
  const line = useRef<HTMLElement>(null)
  const choices = useRef<HTMLDivElement>(null)
  /** What was pressed goes away; what replaces it gets the focus. */
  const pressed = useRef(false)
  useEffect(() => {
    if (!pressed.current) return
    pressed.current = false
    if (folded) line.current?.focus()
    else focusChosen(choices.current)
  }, [folded])
  const onPress = (passing: boolean) => {
    pressed.current = !passing
    setOpen(passing)
  }
  if (!folded) return <div className={classes.open}>{children({ ref: choices, onPress })}</div>
  const text = (
    <>
      <made.icon size={22} aria-hidden className={classes.icon} />
      <span className={classes.text}>
        <span className="visually-hidden">{legend}: </span>
        <span className={classes.label}>{made.label}</span>
        {made.detail && <span className={classes.detail}> {made.detail}</span>}
      </span>
    </>
  )
  const own = {
    ref: (element: HTMLElement | null) => hold(line, element),
    className: classes.line,
    'data-tall': tall || undefined,
  }
  const shown = others ? (
    <button
      {...own}
      type="button"
      aria-expanded={false}
      onClick={() => {
        pressed.current = true
        setOpen(true)
      }}
    >
      {text}
      <span className={classes.change}>Change</span>
    </button>
  ) : (
    <p {...own} tabIndex={-1}>
      {text}
    </p>
  )
  if (!beside) return shown
  return (
    <div className={classes.beside}>
      {shown}
      {beside}
    </div>
  )
}

function hold(line: RefObject<HTMLElement | null>, element: HTMLElement | null) {
  line.current = element
}

function focusChosen(choices: HTMLElement | null) {
  const radio = (state = '') => choices?.querySelector<HTMLElement>(`[type=radio]${state}`)
  ;(radio(':checked') ?? radio())?.focus()
}
