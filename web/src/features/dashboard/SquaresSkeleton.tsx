import { Skeleton } from '@/shared/ui/Skeleton'
import { placesOf } from './Tiles'
import classes from './Tiles.module.css'

/** The squares of a new dashboard: three numbers, then two lines. */
const LINES = [false, false, false, true, true]
const { grid, places } = placesOf(LINES)

/** Holds the places of the squares while they are loading. */
export function SquaresSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading the squares...</span>
      <div className={classes.grid} style={grid}>
        {places.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place.
          <div key={index} {...place}>
            <Skeleton height={152} shape="card" />
          </div>
        ))}
      </div>
    </div>
  )
}
