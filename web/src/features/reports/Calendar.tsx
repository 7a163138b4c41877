import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { type Day, isDay } from '@/shared/lib/days'
import classes from './Controls.module.css'

interface Props {
  from: Day
  to: Day
  today: Day
  onChange: (range: { from: Day; to: Day }) => void
}

const LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

/** A month to choose the range in; days after today are not offered. The library comes in its own chunk. */
export default function Calendar({ from, to, today, onChange }: Props) {
  const start = isDay(from) ? from : null
  return (
    <DatePicker
      className={classes.calendar}
      type="range"
      allowSingleDateInRange
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={LABELS}
      maxDate={today}
      defaultDate={start ?? today}
      value={[start, isDay(to) ? to : null]}
      onChange={([first, last]) => onChange({ from: first ?? '', to: last ?? '' })}
    />
  )
}
