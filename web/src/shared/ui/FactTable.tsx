import type { ReactNode } from 'react'
import classes from './FactTable.module.css'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from './Table'

interface Props {
  columns: readonly { label: string; figures?: boolean }[]
  /** The first cell names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

const MOST_ON_A_PHONE = 2

/** A table inside a card; on a phone each row of more than two columns becomes a list of labels and values. */
export function FactTable({ columns, rows }: Props) {
  const [first, ...others] = columns
  const cards = columns.length > MOST_ON_A_PHONE
  return (
    <Table cards={cards} className={cards ? `${classes.table} ${classes.cards}` : classes.table}>
      <TableHead>
        <Row>
          {columns.map(({ label, figures }) => (
            <ColumnHead key={label} data-figures={figures}>
              {label}
            </ColumnHead>
          ))}
        </Row>
      </TableHead>
      <TableBody>
        {rows.map(({ key, cells }) => (
          <Row key={key}>
            <RowHead data-label={first?.label}>
              <div>{cells[0]}</div>
            </RowHead>
            {others.map(({ label, figures }, at) => (
              <Cell key={label} data-label={label} data-figures={figures}>
                <div>{cells[at + 1]}</div>
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}
