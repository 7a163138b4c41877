import { exact } from '@/shared/lib/numbers'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '@/shared/ui/Table'
import type { Grid } from './figure'
import classes from './Printed.module.css'
import { MOST_PRINTED, slicesOf } from './printed'
import { inTable } from './units'

/** All the numbers on paper: its head on every sheet, and what is too wide in tables one below the other. */
export function PrintedTable({ caption, grid: { head, units, rows } }: { caption: string; grid: Grid }) {
  const [first, ...columns] = head
  const cells = rows.length * columns.length
  if (cells > MOST_PRINTED) {
    return <p>{exact(cells)} numbers are too many for paper. The table on the screen and CSV have all of them.</p>
  }
  const slices = slicesOf(columns.length)
  return slices.map(([from, to]) => (
    <Table key={from} className={classes.table}>
      <caption>
        {caption}
        {slices.length > 1 && `, columns ${from + 1} to ${to} of ${columns.length}`}
      </caption>
      <TableHead>
        <Row>
          <ColumnHead>{first}</ColumnHead>
          {columns.slice(from, to).map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two series may share a label; their order is fixed.
            <ColumnHead key={index}>{column}</ColumnHead>
          ))}
        </Row>
      </TableHead>
      <TableBody>
        {rows.map(({ name, numbers }) => (
          <Row key={name}>
            <RowHead>{name}</RowHead>
            {numbers.slice(from, to).map((number, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as the columns.
              <Cell key={index}>{inTable(number, units[from + index] ?? 'animals')}</Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  ))
}
