import { Suspense } from 'react'
import { lazy } from '@/shared/ui/lazy'
import edges from '@/shared/ui/Sideways.module.css'
import { Loading } from '@/shared/ui/Skeleton'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '@/shared/ui/Table'
import { Explainable, type OnExplain } from './Explainable'
import type { Grid } from './figure'
import classes from './NumbersTable.module.css'
import { inTable } from './units'

export interface NumbersProps {
  caption: string
  grid: Grid
  /** Says how a number came about; left out while it cannot. */
  onExplain?: OnExplain
}

const LargeTable = lazy(() => import('./LargeTable'))

/** Beyond this, cells are only put on the page as they come into sight. */
const MOST_ROWS = 500
const MOST_CELLS = 5_000

/** The numbers. On a phone each row becomes a card, with its column names beside the numbers. */
export function NumbersTable({ caption, grid, onExplain }: NumbersProps) {
  const { head, units, rows } = grid
  const [first, ...columns] = head
  if (rows.length > MOST_ROWS || rows.length * columns.length > MOST_CELLS) {
    return (
      <Suspense fallback={<Loading words="Loading the table..." height={480} shape="control" />}>
        <LargeTable caption={caption} grid={grid} onExplain={onExplain} />
      </Suspense>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className={`${edges.sideways} ${classes.scroll}`} tabIndex={0} aria-label={caption}>
      <Table cards className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <TableHead>
          <Row>
            <ColumnHead>{first}</ColumnHead>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two series may share a label; their order is fixed.
              <ColumnHead key={index}>{column}</ColumnHead>
            ))}
          </Row>
        </TableHead>
        <TableBody>
          {rows.map(({ name, numbers, figures }) => (
            <Row key={name}>
              <RowHead>{name}</RowHead>
              {numbers.map((number, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as the columns.
                <Cell key={index} data-label={columns[index]}>
                  <Explainable
                    words={inTable(number, units[index] ?? 'animals')}
                    name={`${name}, ${columns[index]}`}
                    figure={number === null ? undefined : figures?.[index]}
                    onExplain={onExplain}
                  />
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}
