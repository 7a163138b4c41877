import type { Series } from './figure'
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
}

/** The numbers of one bucket, beside the pointer. */
export function ChartTip({ name, series, row, unit, layers }: Props) {
  return (
    <div className={classes.tip}>
      <p className={classes.tipName}>{name}</p>
      <ul>
        {series.map(({ key, label, values }, index) => (
          <li key={key}>
            <Swatch index={index} layer={layers} />
            <span>{label}</span> <span className={classes.tipValue}>{atPoint(values[row] ?? null, unit)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
