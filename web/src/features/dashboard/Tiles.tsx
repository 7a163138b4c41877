import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { Square } from '@/api'
import { columnsOf, type DashboardProps, hasRange } from './model'
import { Sparkline } from './Sparkline'
import classes from './Tiles.module.css'
import { changeMark, changeWords, figureOf, filterWords, squareName, unusedWords } from './words'

/** How many squares go in a row, for the style sheet. */
export function gridStyle(count: number): CSSProperties {
  return { '--columns': columnsOf(count) } as CSSProperties
}

interface Props {
  squares: readonly Square[]
  /** True while the numbers still answer the previous question. */
  stale: boolean
  /** What the address of a square's report says. */
  toReport: DashboardProps['toReport']
}

/** The squares in two rows, the first half in the first (DASH-1). */
export function Tiles({ squares, stale, toReport }: Props) {
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
        <Tile key={index} square={square} search={toReport(square)} />
      ))}
    </ol>
  )
}

/** One square: what it is, and its numbers or the reason why there are none. */
function Tile({ square, search }: { square: Square; search: object }) {
  const filters = filterWords(square)
  return (
    <li className={classes.tile}>
      <h3 className={classes.name}>
        <Link to="." search={(before: object) => ({ ...before, ...search })} className={classes.link}>
          {squareName(square)}
        </Link>
        {filters && <span className={classes.filters}>{filters}</span>}
      </h3>
      {square.problem ? <p className={classes.problem}>{square.problem}</p> : <Numbers square={square} />}
    </li>
  )
}

/** Its number, how that has changed, and the line that led there. */
function Numbers({ square }: { square: Square }) {
  const { shown, unit, spoken } = figureOf(square)
  const change = hasRange(square) ? changeWords(square) : unusedWords(square)
  const mark = hasRange(square) && changeMark(square)
  return (
    <>
      <p className={classes.number}>
        <span aria-hidden="true">
          {shown}
          {unit && <span className={classes.unit}> {unit}</span>}
        </span>
        <span className="visually-hidden">{spoken}</span>
      </p>
      <p className={classes.change}>
        {mark && <span aria-hidden="true">{mark} </span>}
        {change}
      </p>
      {square.data && (
        <div className={classes.line}>
          <Sparkline square={square} />
        </div>
      )}
    </>
  )
}
