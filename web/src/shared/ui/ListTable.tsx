import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import classes from './ListTable.module.css'
import { ColumnHead, Row, Table, TableBody, TableHead } from './Table'

export { classes as listCells }

interface Props {
  columns: readonly string[]
  /** What the column of links at the end is for; not shown. */
  action?: string
  children: ReactNode
}

/** A list as a table on a desk and as cards on a phone: the same elements, laid out by CSS. */
export function ListTable({ columns, action, children }: Props) {
  return (
    <Table className={classes.table}>
      <TableHead>
        <Row>
          {columns.map((column) => (
            <ColumnHead key={column}>{column}</ColumnHead>
          ))}
          {action && (
            <ColumnHead>
              <span className="visually-hidden">{action}</span>
            </ColumnHead>
          )}
        </Row>
      </TableHead>
      <TableBody>{children}</TableBody>
    </Table>
  )
}

/** A row with a link to its own page. The link serves the keyboard and new tabs; the rest of the row is only a larger target for the pointer. */
export function OpeningRow({ href, children }: { href: string; children: ReactNode }) {
  const navigate = useNavigate()
  const open = (event: MouseEvent) => {
    const onLink = (event.target as Element).closest('a')
    if (!onLink && !window.getSelection()?.toString()) navigate({ href })
  }
  return (
    <Row data-opens onClick={open}>
      {children}
    </Row>
  )
}
