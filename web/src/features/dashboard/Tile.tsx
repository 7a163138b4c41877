import type { Square } from '@/api'
import { hasRange } from './model'
import { Sparkline } from './Sparkline'
import classes from './Tiles.module.css'
import { changeWords, figureOf, filterWords, squareName, unusedWords } from './words'

/** One square: what it is, and its numbers or why there are none. */
export function Tile({ square }: { square: Square }) {
  const filters = filterWords(square)
  return (
    <li className={classes.tile}>
      <h3 className={classes.name}>
        {squareName(square)}
        {filters && <span className={classes.filters}>{filters}</span>}
      </h3>
      {square.problem ? <p className={classes.problem}>{square.problem}</p> : <Numbers square={square} />}
    </li>
  )
}

/** Its number, how that changed, and the line that led there. */
function Numbers({ square }: { square: Square }) {
  const { shown, unit, spoken } = figureOf(square)
  const change = hasRange(square) ? changeWords(square) : unusedWords(square)
  return (
    <>
      <p className={classes.number}>
        <span aria-hidden="true">
          {shown}
          {unit && <span className={classes.unit}> {unit}</span>}
        </span>
        <span className="visually-hidden">{spoken}</span>
      </p>
      <p className={classes.change} data-same={change.startsWith('the same') || undefined}>
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
