import { type ReactNode, useState } from 'react'
import { formatRange } from '@/shared/lib/days'
import pill from '@/shared/ui/Pill.module.css'
import { type Choice, PillSelect } from '@/shared/ui/PillSelect'
import { Popover } from '@/shared/ui/Popover'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './DateControl.module.css'
import { DateRange } from './DateRange'
import { labelOf } from './model'

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

/** The days in question: a named range, or any two dates (REP-11). */
export function DateControl<R extends string>({ inline, onChange, ...shown }: Props<R>) {
  const choose = (next: R) =>
    onChange(next === 'custom' ? { dates: next } : { dates: next, from: undefined, to: undefined })
  const Control = inline ? InPage : InPopover
  return <Control {...shown} choose={choose} setDays={(days, entry) => onChange(days as Partial<Dates<R>>, entry)} />
}

interface ControlProps<R extends string> extends Dates<R> {
  choices: readonly Choice<R>[]
  today: string
  idle?: boolean
  bare?: boolean
  more?: ReactNode
  choose: (next: R) => void
  setDays: (days: { from: string; to: string }, entry: HistoryEntry) => void
}

/** The system's own list, and its own date wheels. */
function InPage<R extends string>({
  dates,
  from,
  to,
  choices,
  today,
  idle,
  bare,
  more,
  choose,
  setDays,
}: ControlProps<R>) {
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
      {dates === 'custom' && <DateRange from={from} to={to} today={today} calendar={false} onChange={setDays} />}
      {more}
    </>
  )
}

/** One pill that shows the days; behind it the named ranges and, under Custom, the dates. */
function InPopover<R extends string>({
  dates,
  from,
  to,
  choices,
  today,
  idle,
  bare,
  more,
  choose,
  setDays,
}: ControlProps<R>) {
  const [open, setOpen] = useState(false)
  const custom = dates === 'custom'
  const words = custom ? customWords(from, to) : labelOf(choices, dates)
  const press = (next: R) => {
    choose(next)
    setOpen(next === 'custom')
  }
  const label = idle ? (
    <span>
      <span aria-hidden="true">+ </span>Dates
    </span>
  ) : (
    <>
      <span className={pill.label}>Dates</span> <span className={pill.value}>{words}</span>
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
                onClick={() => press(choice.value)}
              >
                {choice.label}
              </button>
            </li>
          ))}
        </ul>
        {custom && <DateRange from={from} to={to} today={today} calendar onChange={setDays} />}
      </div>
      {more}
    </Popover>
  )
}

function customWords(from?: string, to?: string): string {
  return from && to ? formatRange(from, to) : 'Choose the days'
}
