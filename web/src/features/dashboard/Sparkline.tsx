import type { Square } from '@/api'
import { type Day, dayAndMonth, formatDay } from '@/shared/lib/days'
import { spark } from '@/shared/lib/spark'
import classes from './Sparkline.module.css'
import { fromZero, lineWords, reachWords } from './words'

const WIDTH = 100
const HEIGHT = 40

/** The first and the last day, with their years if these differ. */
function endsOf(points: readonly { from: Day; to: Day }[]): string[] {
  const ends = [points[0]?.from ?? '', points.at(-1)?.to ?? '']
  const years = new Set(ends.map((day) => day.slice(0, 4)))
  return ends.map(years.size > 1 ? formatDay : dayAndMonth)
}

interface Props {
  square: Pick<Square, 'metric' | 'span' | 'data'>
  /** Write the first and the last day below. */
  days?: boolean
}

/** A small line over the range of a square, stretched to fit the width without stretching its strokes. */
export function Sparkline({ square, days = true }: Props) {
  const points = square.data ?? []
  const values = points.map(({ value }) => value)
  const [first, last] = endsOf(points)
  const reach = reachWords(square)
  const { path, end } = spark(values, WIDTH, HEIGHT, fromZero(square))
  return (
    <div className={classes.spark}>
      <svg
        className={classes.line}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={lineWords(square)}
      >
        <path className={classes.ground} d={`M0 ${HEIGHT}H${WIDTH}`} />
        <path className={classes.stroke} d={path} />
        {end && <path className={classes.end} d={`M${end.x} ${end.y}h0`} />}
      </svg>
      {(days || reach) && (
        <div className={classes.days} aria-hidden="true">
          {days && <span>{first}</span>}
          {days && <span className={classes.last}>{last}</span>}
          {reach && <span className={classes.reach}>{reach}</span>}
        </div>
      )}
    </div>
  )
}
