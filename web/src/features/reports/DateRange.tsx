import { lazy, Suspense, useState } from 'react'
import type { Day } from '@/shared/lib/days'
import { rangeProblem } from '@/shared/lib/ranges'
import classes from './Controls.module.css'

const Calendar = lazy(() => import('./Calendar'))

interface Props {
  from?: Day
  to?: Day
  today: Day
  /** Draw the calendar too; on a phone the system's own date wheel serves better. */
  calendar: boolean
  /** Called when both dates are set and make a range that can be asked for. */
  onChange: (range: { from: Day; to: Day }) => void
}

/** From and to, by typing or by the calendar. */
export function DateRange({ from = '', to = '', today, calendar, onChange }: Props) {
  const [draft, setDraft] = useState({ from, to })
  const problem = rangeProblem(draft.from, draft.to, today)
  const change = (next: { from: Day; to: Day }) => {
    setDraft(next)
    if (!rangeProblem(next.from, next.to, today)) onChange(next)
  }
  return (
    <div className={classes.dates}>
      <div className={classes.dateInputs}>
        <label>
          From
          <input
            type="date"
            max={today}
            value={draft.from}
            onChange={(event) => change({ ...draft, from: event.currentTarget.value })}
          />
        </label>
        <label>
          To
          <input
            type="date"
            max={today}
            value={draft.to}
            onChange={(event) => change({ ...draft, to: event.currentTarget.value })}
          />
        </label>
      </div>
      {calendar && (
        <Suspense fallback={<div className={classes.calendar} />}>
          <Calendar from={draft.from} to={draft.to} today={today} onChange={change} />
        </Suspense>
      )}
      {problem && (
        <p className={classes.hint} role="status">
          {problem}
        </p>
      )}
    </div>
  )
}
