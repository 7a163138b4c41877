import type { Series } from './figure'
import classes from './Legend.module.css'
import { textured } from './lines'
import type { LineEnd } from './plot'
import { Swatch } from './Swatch'

interface Props {
  series: Series[]
  /** The number beside each name; empty for none. */
  numbers: Pick<LineEnd, 'number'>[]
  /** How many series there are, drawn or not. */
  total: number
  layers: boolean
  /** Where there is room the lines say it themselves: then it is heard, not seen. */
  ended: boolean
}

/** Which line or layer is which, and where it ends. */
export function Legend({ series, numbers, total, layers, ended }: Props) {
  const rough = textured(series)
  return (
    <div className={classes.legend} data-ended={ended || undefined}>
      <ul>
        {series.map((one, index) => {
          const number = numbers[index]?.number
          return (
            <li key={one.key}>
              <Swatch index={index} series={one} layer={layers} rough={rough} />
              <span>
                {one.label} {number && <span className={classes.value}>{number}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      {total > series.length && (
        <p>
          {layers
            ? `The largest of ${total} are drawn separately. The table has all of them.`
            : mostDrawn(series.length, total)}
        </p>
      )}
    </div>
  )
}

/** What is said where the others are left out. */
export const mostDrawn = (drawn: number, total: number) =>
  `The ${drawn} largest of ${total} are drawn. The table has all of them.`
