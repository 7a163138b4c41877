import type { Square } from '@/api'
import { Sparkline } from './Sparkline'
import classes from './Tiles.module.css'
import { changeWords, figureOf, filterWords, squareName, unusedWords } from './words'

/** One square: what it is, its number, how that changed, and the line that led there. */
export function Tile({ square }: { square: Square }) {
  const { shown, unit, spoken } = figureOf(square)
  const filters = filterWords(square)
  const change = square.metric === 'Equipment' ? unusedWords(square) : changeWords(square)
  return (
    <li className={classes.tile}>
      <h3 className={classes.name}>
        {squareName(square)}
        {filters && <span className={classes.filters}>{filters}</span>}
      </h3>
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
    </li>
  )
}
