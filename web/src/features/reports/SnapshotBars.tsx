import figure from './ChartFigure.module.css'
import type { Series } from './figure'
import { mostDrawn } from './Legend'
import { barsOf, lineStyle, sumOf } from './lines'
import type { Unit } from './metrics'
import classes from './SnapshotBars.module.css'
import { inWords } from './units'

interface Props {
  title: string
  series: Series[]
  unit: Unit
}

/** Each bar has its name beside it, so all have the same colour, except that sizes have their own. */
const barStyle = (one: Series, largest: number) => ({
  width: `${(100 * sumOf(one)) / largest}%`,
  background: one.step ? lineStyle(0, one).color : undefined,
})

/** What is there today: one bar for each part, with its number beside it; just the number if the farm is not split. */
export function SnapshotBars({ title, series, unit }: Props) {
  const [only] = series
  if (series.length === 1 && only) {
    return <p className={classes.single}>{inWords(sumOf(only), unit)}</p>
  }
  const largest = series.reduce((most, one) => Math.max(most, sumOf(one)), 0)
  const shown = barsOf(series)
  return (
    <>
      <ul className={classes.bars} aria-label={title}>
        {shown.map((one) => (
          <li key={one.key}>
            <span>{one.label}</span>
            <span className={classes.track} aria-hidden="true">
              {sumOf(one) > 0 && <span style={barStyle(one, largest)} />}
            </span>
            <span className={classes.value}>{inWords(sumOf(one), unit)}</span>
          </li>
        ))}
      </ul>
      {series.length > shown.length && <p className={figure.note}>{mostDrawn(shown.length, series.length)}</p>}
    </>
  )
}
