import { useState } from 'react'
import { formatRange } from '@/shared/lib/days'
import { type Choice, PillSelect } from '@/shared/ui/PillSelect'
import { Popover } from '@/shared/ui/Popover'
import { DateRange } from './DateRange'

interface Dates<R extends string> {
  dates: R
  from?: string
  to?: string
}

interface Props<R extends string> extends Dates<R> {
  choices: readonly Choice<R>[]
  onChange: (part: Partial<Dates<R>>) => void
  today: string
  /** True in the sheet, where the dates are part of the page. */
  inline: boolean
}

/** A date range among some; choosing Custom opens the dates (REP-11). */
export function DateControl<R extends string>({ dates, from, to, choices, onChange, today, inline }: Props<R>) {
  const [open, setOpen] = useState(false)
  const custom = dates === 'custom'
  const choose = (next: R) => {
    setOpen(next === 'custom')
    onChange(next === 'custom' ? { dates: next } : { dates: next, from: undefined, to: undefined })
  }
  const range = (
    <DateRange
      from={from}
      to={to}
      today={today}
      calendar={!inline}
      onChange={(range) => onChange(range as Partial<Dates<R>>)}
    />
  )
  return (
    <>
      <PillSelect<R> label="Dates" value={dates} choices={choices} onChange={choose} />
      {custom && inline && range}
      {custom && !inline && (
        <Popover
          name="Dates"
          label={<span>{from && to ? formatRange(from, to) : 'Choose the days'}</span>}
          open={open}
          onOpen={setOpen}
        >
          {range}
        </Popover>
      )}
    </>
  )
}
