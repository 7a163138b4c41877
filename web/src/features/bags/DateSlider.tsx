import { type KeyboardEvent, memo, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { addDays, addMonths, daysBetween, formatDay } from '@/shared/lib/days'
import classes from './Bags.module.css'
import { Play } from './Play'
import { type Show, useShown } from './show'
import { pathOf, ticksOf } from './timeline'

interface Props {
  show: Show
  /** Called when a date is settled on, not while it is being dragged. */
  onDay: (day: number) => void
}

const HEIGHT = 36

/** Moves through the book, from its first day to today. */
export function DateSlider({ show, onDay }: Props) {
  const { first, last } = show.book
  const id = useId()
  const day = useShown(show, (now) => now.day)
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef(onDay)
  useEffect(() => {
    chosen.current = onDay
  })
  useEffect(() => {
    // React's onChange is the browser's input event; this one comes when the thumb is released or a key was pressed.
    const element = input.current
    const change = () => element && chosen.current(Number(element.value))
    element?.addEventListener('change', change)
    return () => element?.removeEventListener('change', change)
  }, [])

  useLayoutEffect(() => {
    // The browser moves the thumb, and React must not move it back before the frame that shows the day.
    if (input.current) input.current.value = String(day)
  }, [day])

  const onKeyDown = (event: KeyboardEvent) => {
    const months = { PageUp: 1, PageDown: -1 }[event.key]
    if (!months) return
    event.preventDefault()
    const to = daysBetween(first, addMonths(addDays(first, day), months))
    onDay(Math.min(Math.max(to, 0), last))
  }
  const words = formatDay(addDays(first, day))
  return (
    <div className={classes.slider}>
      <div className={classes.sliderHead}>
        <label htmlFor={id} className={classes.date}>
          Date
        </label>
        <output htmlFor={id} aria-live="off" className={classes.now}>
          {words}
        </output>
        <Play show={show} onDay={onDay} />
      </div>
      <Course show={show} />
      <input
        ref={input}
        id={id}
        type="range"
        min={0}
        max={last}
        defaultValue={day}
        aria-valuetext={words}
        className={classes.range}
        onChange={(event) => show.want(Number(event.currentTarget.value))}
        onKeyDown={onKeyDown}
      />
      <Ticks show={show} />
    </div>
  )
}

/** The living animals on each day. */
const Course = memo(({ show: { book, animals } }: Pick<Props, 'show'>) => (
  <svg
    className={classes.course}
    viewBox={`0 0 ${Math.max(1, book.last)} ${HEIGHT}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path d={pathOf(animals, book.known, HEIGHT)} />
  </svg>
))

const Ticks = memo(({ show: { book } }: Pick<Props, 'show'>) => (
  <div className={classes.ticks} aria-hidden="true">
    {ticksOf(book.first, book.last).map(({ at, label }) => (
      <span key={at} style={{ left: `${(100 * at) / Math.max(1, book.last)}%` }}>
        {label}
      </span>
    ))}
  </div>
))
