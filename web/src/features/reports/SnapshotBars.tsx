import type { Series } from './figure'
import { lineStyle, sumOf } from './lines'
import type { Unit } from './metrics'
import classes from './SnapshotBars.module.css'
import { inWords } from './units'

interface Props {
  title: string
  series: Series[]
  unit: Unit
}

/** Each bar has its name beside it, so all have one colour, but sizes their own. */
const barStyle = (one: Series, largest: number) => ({
  width: `${(100 * sumOf(one)) / largest}%`,
  background: one.step && lineStyle(0, one).color,
})

/** What is there today: one bar for each part, its number beside it; of an undivided farm the number alone. */
export function SnapshotBars({ title, series, unit }: Props) {
  const [only] = series
  if (series.length === 1 && only) {
    return <p className={classes.single}>{inWords(sumOf(only), unit)}</p>
  }
  const largest = series.reduce((most, one) => Math.max(most, sumOf(one)), 0)
  return (
    <ul className={classes.bars} aria-label={title}>
      {series.map((one) => (
        <li key={one.key}>
          <span>{one.label}</span>
          <span className={classes.track} aria-hidden="true">
            {sumOf(one) > 0 && <span style={barStyle(one, largest)} />}
          </span>
          <span className={classes.value}>{inWords(sumOf(one), unit)}</span>
        </li>
      ))}
    </ul>
  )
}
