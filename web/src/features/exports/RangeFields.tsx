import { useState } from 'react'
import { RANGES, type RangeKey, rangeProblem } from '@/shared/lib/ranges'
import { Field } from '@/shared/ui/Field'
import { PillSelect } from '@/shared/ui/PillSelect'
import classes from './Exports.module.css'
import type { ExportSearch } from './model'

interface Props {
  search: ExportSearch
  today: string
  onChange: (part: Partial<ExportSearch>) => void
}

/** The dates of the Harvest Log: a range by name, or two days (REP-11). */
export function RangeFields({ search, today, onChange }: Props) {
  const { dates, from = '', to = '' } = search
  const [draft, setDraft] = useState({ from, to })
  const custom = dates === 'custom'
  const problem = rangeProblem(draft.from, draft.to, today)
  const choose = (next: RangeKey) =>
    onChange(next === 'custom' ? { dates: next } : { dates: next, from: undefined, to: undefined })
  const type = (next: { from: string; to: string }) => {
    setDraft(next)
    // A range that is not whole must not be exported as the one before.
    const whole = !rangeProblem(next.from, next.to, today)
    onChange(whole ? next : { from: undefined, to: undefined })
  }
  return (
    <div className={classes.range}>
      <PillSelect<RangeKey> label="Dates" value={dates} choices={RANGES} onChange={choose} />
      {custom && (
        <div className={classes.days}>
          <Field
            label="From"
            type="date"
            max={today}
            value={draft.from}
            onChange={(event) => type({ ...draft, from: event.currentTarget.value })}
          />
          <Field
            label="To"
            type="date"
            max={today}
            value={draft.to}
            onChange={(event) => type({ ...draft, to: event.currentTarget.value })}
          />
        </div>
      )}
      {custom && problem && (
        <p className={classes.problem} role="status">
          {problem}
        </p>
      )}
    </div>
  )
}
