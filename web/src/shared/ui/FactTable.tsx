import type { ReactNode } from 'react'
import classes from './FactTable.module.css'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from './Table'

interface Column {
  label: string
  /** Numbers, which stand under one another by their last digit. */
  figures?: boolean
  /** Stays in one line: a day in three is no day. */
  whole?: boolean
  /** Words that have room for some of them in a line, however many columns there are. */
  wide?: boolean
}

interface Props {
  columns: readonly Column[]
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
          {columns.map(({ label, figures, wide }) => (
            <ColumnHead key={label} data-figures={figures} data-wide={wide}>
              {label}
            </ColumnHead>
          ))}
        </Row>
      </TableHead>
      <TableBody>
        {rows.map(({ key, cells }) => (
          <Row key={key}>
            <RowHead data-label={first?.label} data-whole={first?.whole}>
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
