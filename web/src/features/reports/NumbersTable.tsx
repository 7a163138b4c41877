import { Suspense } from 'react'
import { lazy } from '@/shared/ui/lazy'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '@/shared/ui/Table'
import { ChartSkeleton } from './FigureSkeleton'
import type { Grid } from './figure'
import classes from './NumbersTable.module.css'
import { inTable } from './units'

interface Props {
  caption: string
  grid: Grid
}

const LargeTable = lazy(() => import('./LargeTable'))

/** Beyond this, cells are only put on the page as they come into sight. */
const MOST_ROWS = 500
const MOST_CELLS = 5_000

/** The numbers. On a phone each row becomes a card, with its column names beside the numbers. */
export function NumbersTable({ caption, grid }: Props) {
  const { head, units, rows } = grid
  const [first, ...columns] = head
  if (rows.length > MOST_ROWS || rows.length * columns.length > MOST_CELLS) {
    return (
      <Suspense fallback={<ChartSkeleton />}>
        <LargeTable caption={caption} grid={grid} />
      </Suspense>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={caption}>
      <Table className={classes.table}>
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
          {rows.map(({ name, numbers }) => (
            <Row key={name}>
              <RowHead>{name}</RowHead>
              {numbers.map((number, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as the columns.
                <Cell key={index} data-label={columns[index]}>
                  {inTable(number, units[index] ?? 'animals')}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}
