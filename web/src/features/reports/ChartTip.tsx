import type { Series } from './figure'
import { textured } from './lines'
import type { Unit } from './metrics'
import classes from './SeriesChart.module.css'
import { Swatch } from './Swatch'
import { atPoint } from './units'

interface Props {
  name: string
  series: Series[]
  row: number
  unit: Unit
  layers: boolean
  /** The same a year before. */
  before?: Series[]
  /** What is too much. */
  mark?: number | null
}

/** More lines of a year before than these would hide the chart. */
const MOST_BEFORE = 4

/** The numbers of one bucket, beside the pointer. */
export function ChartTip({ name, series, row, unit, layers, before = [], mark }: Props) {
  const rough = textured(series)
  return (
    <div className={classes.tip}>
      <p className={classes.tipName}>{name}</p>
      <ul>
        {series.map((one, index) => (
          <li key={one.key}>
            <Swatch index={index} series={one} layer={layers} rough={rough} />
            <span>{one.label}</span> <span className={classes.tipValue}>{atPoint(one.values[row] ?? null, unit)}</span>
          </li>
        ))}
        {before.length <= MOST_BEFORE &&
          before.map(({ key, label, values }) => (
            <li key={`before ${key}`}>
              <span>{before.length > 1 ? `${label}, last year` : 'Last year'}</span>{' '}
              <span className={classes.tipValue}>{atPoint(values[row] ?? null, unit)}</span>
            </li>
          ))}
        {mark != null && (
          <li>
            <span>The farm's mark</span> <span className={classes.tipValue}>{atPoint(mark, unit)}</span>
          </li>
        )}
      </ul>
    </div>
  )
}
