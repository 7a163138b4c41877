import { short } from '@/shared/lib/numbers'
import type { Series } from './figure'
import classes from './Legend.module.css'
import { lineStyle } from './lines'

interface Props {
  series: Series[]
  /** How many series there are, drawn or not. */
  total: number
}

/** Which line is which, and where it ends. */
export function Legend({ series, total }: Props) {
  return (
    <div className={classes.legend}>
      <ul>
        {series.map(({ key, label, values }, index) => {
          const { color, dash } = lineStyle(index)
          return (
            <li key={key}>
              <svg width="28" height="10" aria-hidden="true">
                <line x1="1" y1="5" x2="27" y2="5" stroke={color} strokeWidth="2.5" strokeDasharray={dash} />
              </svg>
              <span>
                {label} <span className={classes.value}>{short(values.at(-1) ?? 0)}</span>
              </span>
            </li>
          )
        })}
      </ul>
      {total > series.length && (
        <p>
          The {series.length} largest of {total} are drawn. The table has all of them.
        </p>
      )}
    </div>
  )
}
