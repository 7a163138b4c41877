import { Suspense } from 'react'
import type { Day } from '@/shared/lib/days'
import { lazy } from '@/shared/ui/lazy'
import { type Range, useRange } from '@/shared/ui/useRange'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './DateRange.module.css'

const Calendar = lazy(() => import('./Calendar'))

interface Props {
  from?: Day
  to?: Day
  today: Day
  /** Show the calendar too; on a phone the system's own date wheel works better. */
  calendar: boolean
  /** Called once both dates are set and make a valid range. */
  onChange: (range: Range, entry: HistoryEntry) => void
}

/** From and to, typed or picked in the calendar. */
export default function DateRange({ from, to, today, calendar, onChange }: Props) {
  const send = (range: Range | null, entry: HistoryEntry) => range && onChange(range, entry)
  const { draft, problem, change, input } = useRange({ from, to, today, onChange: send, holds: true })
  return (
    <div className={classes.dates} data-row={!calendar || undefined}>
      <div className={classes.dateInputs}>
        <label>
          From
          <input {...input('from')} />
        </label>
        <label>
          To
          <input {...input('to')} />
        </label>
      </div>
      {problem && (
        <p className="quiet" role="status">
          {problem}
        </p>
      )}
      {calendar && (
        <Suspense fallback={<div className={classes.calendar} />}>
          <Calendar from={draft.from} to={draft.to} today={today} onChange={change} />
        </Suspense>
      )}
    </div>
  )
}
