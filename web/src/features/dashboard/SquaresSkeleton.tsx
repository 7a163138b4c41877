import { Skeleton } from '@/shared/ui/Skeleton'
import { gridStyle } from './Tiles'
import classes from './Tiles.module.css'

/** The heights of the squares in a new dashboard: three numbers, then two lines. */
const HEIGHTS = [132, 132, 132, 226, 226]

/** Holds the places of the squares while they are loading. */
export function SquaresSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading the squares...</span>
      <div className={classes.grid} style={gridStyle(HEIGHTS.length)}>
        {HEIGHTS.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place.
          <Skeleton key={index} height={height} shape="card" />
        ))}
      </div>
    </div>
  )
}
