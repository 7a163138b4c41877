import classes from './Clock.module.css'
import { useNow } from './useNow'

const two = (value: number) => String(value).padStart(2, '0')

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long' })

/**
 * The reader's own time, hour to second and year to day, updated every second,
 * large or on one line. A screen reader can read it but never announces it.
 */
export function Clock({ line = false }: { line?: boolean }) {
  const now = useNow()
  const time = [
    { label: 'Hour', value: two(now.getHours()) },
    { label: 'Minute', value: two(now.getMinutes()) },
    { label: 'Second', value: two(now.getSeconds()) },
  ]
  const date = [
    { label: 'Year', value: String(now.getFullYear()) },
    { label: 'Month', value: monthName.format(now) },
    { label: 'Day', value: String(now.getDate()) },
  ]
  return (
    <section aria-label="Clock" aria-live="off" className={line ? classes.line : classes.clock}>
      <Figures figures={time} className={line ? undefined : classes.time} />
      <Figures figures={date} className={line ? undefined : classes.date} />
    </section>
  )
}

function Figures({ figures, className }: { figures: { label: string; value: string }[]; className?: string }) {
  return (
    <dl className={className}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
