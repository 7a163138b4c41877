import type { CSSProperties } from 'react'
import type { Square } from '@/api'
import { columnsOf } from './model'
import { Tile } from './Tile'
import classes from './Tiles.module.css'

/** How many squares stand in a row, for the style sheet. */
export function gridStyle(count: number): CSSProperties {
  return { '--columns': columnsOf(count) } as CSSProperties
}

interface Props {
  squares: readonly Square[]
  /** True while the numbers are those of the question before. */
  stale: boolean
}

/** The squares in two rows, the first half in the first (DASH-1). */
export function Tiles({ squares, stale }: Props) {
  return (
    <ol
      className={classes.grid}
      style={gridStyle(squares.length)}
      aria-label="Snapshot"
      aria-busy={stale}
      data-stale={stale}
    >
      {squares.map((square, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place; two may show the same.
        <Tile key={index} square={square} />
      ))}
    </ol>
  )
}
