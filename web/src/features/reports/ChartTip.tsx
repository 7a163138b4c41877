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
        {series.map((one, index) => (
          <li key={one.key}>
            <Swatch index={index} series={one} layer={layers} />
            <span>{one.label}</span> <span className={classes.tipValue}>{atPoint(one.values[row] ?? null, unit)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
