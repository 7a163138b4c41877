import type { Series } from './figure'
import classes from './Legend.module.css'
import { textured } from './lines'
import type { Unit } from './metrics'
import { Swatch } from './Swatch'
import { inLegend } from './units'

interface Props {
  series: Series[]
  /** How many series there are, drawn or not. */
  total: number
  layers: boolean
  unit: Unit
  /** The number beside a name, or null for none. */
  numberOf: (series: Series) => number | null
}

/** Which line or layer is which, and where it ends. */
export function Legend({ series, total, layers, unit, numberOf }: Props) {
  const rough = textured(series)
  return (
    <div className={classes.legend}>
      <ul>
        {series.map((one, index) => {
          const number = numberOf(one)
          return (
            <li key={one.key}>
              <Swatch index={index} series={one} layer={layers} rough={rough} />
              <span>
                {one.label} {number !== null && <span className={classes.value}>{inLegend(number, unit)}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      {total > series.length && (
        <p>
          {layers
            ? `The largest of ${total} are drawn separately. The table has all of them.`
            : `The ${series.length} largest of ${total} are drawn. The table has all of them.`}
        </p>
      )}
    </div>
  )
}
