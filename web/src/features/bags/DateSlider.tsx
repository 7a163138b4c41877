import { type KeyboardEvent, memo, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { addDays, addMonths, daysBetween, formatDay } from '@/shared/lib/days'
import classes from './Bags.module.css'
import { Play } from './Play'
import type { Show } from './show'
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
  const input = useRef<HTMLInputElement>(null)
  const now = useRef<HTMLSpanElement>(null)
  const chosen = useRef(onDay)
  useEffect(() => {
    chosen.current = onDay
  })
  useEffect(() => {
    // React takes longer to hear of a move than a frame may last, and has no event for a thumb that is released.
    const element = input.current
    const move = () => element && show.want(Number(element.value))
    const change = () => element && chosen.current(Number(element.value))
    element?.addEventListener('input', move)
    element?.addEventListener('change', change)
    return () => {
      element?.removeEventListener('input', move)
      element?.removeEventListener('change', change)
    }
  }, [show])

  useLayoutEffect(() => {
    const text = document.createTextNode('')
    now.current?.replaceChildren(text)
    const draw = () => {
      const words = formatDay(addDays(first, show.day))
      text.data = words
      // The browser moves the thumb; without a hand on it, it follows.
      if (input.current) input.current.value = String(show.day)
      input.current?.setAttribute('aria-valuetext', words)
    }
    draw()
    return show.onFrame(draw)
  }, [show, first])

  const onKeyDown = (event: KeyboardEvent) => {
    const months = { PageUp: 1, PageDown: -1 }[event.key]
    if (!months) return
    event.preventDefault()
    const to = daysBetween(first, addMonths(addDays(first, show.day), months))
    onDay(Math.min(Math.max(to, 0), last))
  }
  return (
    <div className={classes.slider}>
      <div className={classes.sliderHead}>
        <label htmlFor={id} className={classes.date}>
          Date
        </label>
        <output htmlFor={id} aria-live="off" className={classes.now}>
          <span ref={now} />
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
        defaultValue={show.day}
        className={classes.range}
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
