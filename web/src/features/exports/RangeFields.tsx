import { RANGES, type RangeKey } from '@/shared/lib/ranges'
import { Field } from '@/shared/ui/Field'
import { PillSelect } from '@/shared/ui/PillSelect'
import { useRange } from '@/shared/ui/useRange'
import classes from './Exports.module.css'
import { type ExportsProps, LOG_DATES } from './model'

interface Props extends Pick<ExportsProps, 'search' | 'onChange'> {
  today: string
}

const NO_DAYS = { logFrom: undefined, logTo: undefined }

/** The dates of the Harvest Log: a named range, or two days (REP-11). */
export function RangeFields({ search, today, onChange }: Props) {
  const { logDates: dates = LOG_DATES, logFrom: from, logTo: to } = search
  const custom = dates === 'custom'
  const { problem, input } = useRange({
    from,
    to,
    today,
    onChange: (range, entry) => onChange(range ? { logFrom: range.from, logTo: range.to } : NO_DAYS, entry),
    // An incomplete range must not export the previous one.
    holds: false,
  })
  const choose = (next: RangeKey) => onChange(next === 'custom' ? { logDates: next } : { logDates: next, ...NO_DAYS })
  return (
    <div className={classes.range}>
      <PillSelect<RangeKey> label="Dates" value={dates} choices={RANGES} onChange={choose} />
      {custom && (
        <div className={classes.days}>
          <Field label="From" {...input('from')} />
          <Field label="To" {...input('to')} />
        </div>
      )}
      {custom && problem && (
        <p className="quiet" role="status">
          {problem}
        </p>
      )}
    </div>
  )
}
