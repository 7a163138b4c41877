import { parseDate } from '@internationalized/date'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { use } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  CalendarCell,
  CalendarGrid,
  RangeCalendar,
  RangeCalendarStateContext,
} from 'react-aria-components/RangeCalendar'
import { type Day, isDay } from '@/shared/lib/days'
import classes from './Calendar.module.css'

interface Props {
  from: Day
  to: Day
  today: Day
  onChange: (range: { from: Day; to: Day }) => void
}

/** A month in which to choose the range. Days after today are not offered, and days are written as everywhere in the app. The library has its own chunk. */
export default function Calendar({ from, to, today, onChange }: Props) {
  const value = isDay(from) && isDay(to) && from <= to ? { start: parseDate(from), end: parseDate(to) } : null
  return (
    <I18nProvider locale="en-GB">
      <RangeCalendar
        key={isDay(from) ? from.slice(0, 7) : ''}
        className={classes.calendar}
        maxValue={parseDate(today)}
        defaultFocusedValue={parseDate(isDay(from) ? from : today)}
        value={value}
        onChange={({ start, end }) => onChange({ from: start.toString(), to: end.toString() })}
      >
        <Head />
        <CalendarGrid weekdayStyle="short" className={classes.grid}>
          {(date) => <CalendarCell date={date} className={classes.day} />}
        </CalendarGrid>
      </RangeCalendar>
    </I18nProvider>
  )
}

/** The month, and buttons to the next and the previous. */
function Head() {
  const state = use(RangeCalendarStateContext)
  return (
    <div className={classes.head}>
      <button
        type="button"
        aria-label="Previous month"
        className={classes.step}
        onClick={() => state?.focusPreviousPage()}
      >
        <IconChevronLeft size={18} aria-hidden />
      </button>
      <Heading className={classes.month} />
      <button
        type="button"
        aria-label="Next month"
        className={classes.step}
        disabled={state?.isNextVisibleRangeInvalid()}
        onClick={() => state?.focusNextPage()}
      >
        <IconChevronRight size={18} aria-hidden />
      </button>
    </div>
  )
}
