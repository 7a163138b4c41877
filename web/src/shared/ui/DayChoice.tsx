import { useId, useState } from 'react'
import { addDays, type Day, isDay } from '@/shared/lib/days'
import classes from './DayChoice.module.css'
import { Field } from './Field'

interface Props {
  value: Day
  today: Day
  onChange: (day: Day) => void
  error?: string
}

/** The day of what is recorded: nearly always today or yesterday, so a date is only asked for on request. */
export function DayChoice({ value, today, onChange, error }: Props) {
  const id = useId()
  const near = [
    { day: today, label: 'Today' },
    { day: addDays(today, -1), label: 'Yesterday' },
  ]
  const [wanted, setWanted] = useState(false)
  const another = wanted || !near.some(({ day }) => day === value)
  const take = (day: Day) => {
    setWanted(false)
    onChange(day)
  }
  const chip = (label: string, checked: boolean, onChoose: () => void) => (
    <label key={label} className={classes.chip}>
      <input type="radio" name="day" checked={checked} onChange={onChoose} className={classes.input} />
      {label}
    </label>
  )
  const note = isDay(value) && value !== today ? "This is not today's date." : undefined
  const below = another ? undefined : (error ?? note)
  return (
    <div className={classes.day}>
      <div
        role="radiogroup"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-invalid={error && !another ? true : undefined}
        aria-describedby={below ? `${id}-note` : undefined}
        className={classes.group}
      >
        <p id={`${id}-label`} className={classes.label}>
          Day
        </p>
        <div className={classes.chips}>
          {near.map(({ day, label }) => chip(label, !another && day === value, () => take(day)))}
          {chip('Another day', another, () => setWanted(true))}
        </div>
        {below && (
          <p id={`${id}-note`} role={error ? undefined : 'status'} className={error ? classes.error : classes.note}>
            {below}
          </p>
        )}
      </div>
      {another && (
        <Field
          label="Date"
          name="date"
          type="date"
          max={today}
          value={value}
          hint={note}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
        />
      )}
    </div>
  )
}
