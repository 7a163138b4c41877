import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { Square } from '@/api'
import { Opens } from '@/shared/ui/Opens'
import { columnsOf, type DashboardProps, hasRange, metricNamed, sharesOf, wholeWidths } from './model'
import { Sparkline } from './Sparkline'
import classes from './Tiles.module.css'
import { changeMark, changeWords, figureOf, filterWords, squareName, unusedWords } from './words'

/** The grid of the squares, and the place of each, for the style sheet. */
export function placesOf(lines: readonly boolean[]): { grid: CSSProperties; places: Place[] } {
  const { parts, shares } = sharesOf(lines.length)
  const whole = wholeWidths(lines)
  return {
    grid: { '--columns': parts } as CSSProperties,
    places: shares.map((share, index) => ({
      style: { '--share': share } as CSSProperties,
      'data-whole': whole[index] || undefined,
    })),
  }
}

interface Place {
  style: CSSProperties
  'data-whole': true | undefined
}

/** How many squares go in a row while they are edited, for the style sheet. */
export function gridStyle(count: number): CSSProperties {
  return { '--columns': columnsOf(count) } as CSSProperties
}

interface Props extends Pick<DashboardProps, 'toReport' | 'onExplain'> {
  squares: readonly Square[]
  /** True while the numbers still answer the previous question. */
  stale: boolean
}

/** The squares in two rows, the first half in the first (DASH-1). */
export function Tiles({ squares, stale, toReport, onExplain }: Props) {
  const { grid, places } = placesOf(squares.map(({ data }) => Boolean(data)))
  return (
    <ol className={classes.grid} style={grid} aria-label="Snapshot" aria-busy={stale} data-stale={stale}>
      {squares.map((square, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place; two may show the same.
        <Tile key={index} square={square} search={toReport(square)} place={places[index]} onExplain={onExplain} />
      ))}
    </ol>
  )
}

interface TileProps {
  square: Square
  search: object
  place: Place | undefined
  onExplain: DashboardProps['onExplain']
}

/** One square: what it is, and its numbers or the reason why there are none. */
function Tile({ square, search, place, onExplain }: TileProps) {
  const filters = filterWords(square)
  return (
    <li className={classes.tile} {...place}>
      <h3 className={classes.name}>
        <Link to="." search={(before: object) => ({ ...before, ...search })} className={classes.link}>
          {squareName(square)}
        </Link>
        {filters && <span className={classes.filters}>{filters}</span>}
      </h3>
      {square.problem ? (
        <p className={classes.problem}>{square.problem}</p>
      ) : (
        <div className={classes.numbers}>
          <Numbers square={square} onExplain={onExplain} />
        </div>
      )}
    </li>
  )
}

/** Its number, how that has changed, and the line that led there. */
function Numbers({ square, onExplain }: Pick<TileProps, 'square' | 'onExplain'>) {
  const { shown, unit, spoken } = figureOf(square)
  const counted = metricNamed(square.metric)?.unit === 'animals'
  const isShort = unit === '' && shown !== '–' && shown !== spoken
  const change = hasRange(square) ? changeWords(square) : unusedWords(square)
  const mark = hasRange(square) && changeMark(square)
  const number = (
    <>
      <span aria-hidden="true">
        {shown}
        {unit && <span className={classes.unit}> {unit}</span>}
      </span>
      {isShort ? (
        <span className={classes.exact}>
          {spoken}
          {counted && <span aria-hidden="true"> animals</span>}
        </span>
      ) : (
        <span className="visually-hidden">{spoken}</span>
      )}
    </>
  )
  return (
    <>
      <p className={classes.number}>
        <Opens className={`${classes.opens} on-paper`} onClick={shown === '–' ? undefined : () => onExplain(square)}>
          {number}
        </Opens>
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
