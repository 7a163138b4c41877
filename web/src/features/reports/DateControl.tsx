import { type ReactNode, Suspense, useState } from 'react'
import { formatRange } from '@/shared/lib/days'
import { lazy } from '@/shared/ui/lazy'
import pill from '@/shared/ui/Pill.module.css'
import { type Choice, PillSelect } from '@/shared/ui/PillSelect'
import { Popover } from '@/shared/ui/Popover'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './DateControl.module.css'
import { labelOf } from './model'

const DateRange = lazy(() => import('./DateRange'))

interface Dates<R extends string> {
  dates: R
  from?: string
  to?: string
}

interface Props<R extends string> extends Dates<R> {
  choices: readonly Choice<R>[]
  onChange: (part: Partial<Dates<R>>, entry?: HistoryEntry) => void
  today: string
  /** True on a phone, where the choices are part of the page. */
  inline: boolean
  /** Nothing is chosen, so that it asks for less notice. */
  idle?: boolean
  bare?: boolean
  /** More that is asked about days, below the choices. */
  more?: ReactNode
}

/** The days in question: a named range, or any two dates (REP-11). On a desk one pill shows them; behind it the named ranges and, under Custom, the dates. */
export function DateControl<R extends string>({
  dates,
  from,
  to,
  choices,
  onChange,
  today,
  inline,
  idle,
  bare,
  more,
}: Props<R>) {
  const [open, setOpen] = useState(false)
  const custom = dates === 'custom'
  const choose = (next: R) => {
    onChange(next === 'custom' ? { dates: next } : { dates: next, from: undefined, to: undefined })
    setOpen(next === 'custom')
  }
  const days = custom && (
    <Suspense>
      <DateRange
        from={from}
        to={to}
        today={today}
        calendar={!inline}
        onChange={(range, entry) => onChange(range as Partial<Dates<R>>, entry)}
      />
    </Suspense>
  )
  if (inline) {
    // The system's own list, and its own date wheels.
    return (
      <>
        <PillSelect<R>
          label="Dates"
          value={dates}
          choices={choices}
          onChange={choose}
          idle={idle ? '+ Dates' : undefined}
          bare={bare}
        />
        {days}
        {more}
      </>
    )
  }
  const label = idle ? (
    <span>
      <span aria-hidden="true">+ </span>Dates
    </span>
  ) : (
    <>
      <span className={pill.label}>Dates</span>{' '}
      <span className={pill.value}>{custom ? customWords(from, to) : labelOf(choices, dates)}</span>
    </>
  )
  return (
    <Popover name="Dates" label={label} open={open} onOpen={setOpen} idle={idle} bare={bare} plain>
      <div className={classes.panel}>
        <ul className={classes.ranges}>
          {choices.map((choice) => (
            <li key={choice.value}>
              <button
                type="button"
                className={classes.range}
                aria-pressed={choice.value === dates}
                onClick={() => choose(choice.value)}
              >
                {choice.label}
              </button>
            </li>
          ))}
        </ul>
        {days}
      </div>
      {more}
    </Popover>
  )
}

function customWords(from?: string, to?: string): string {
  return from && to ? formatRange(from, to) : 'Choose the days'
}
