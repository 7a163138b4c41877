import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { moves } from '@/shared/lib/motion'
import classes from './ListTable.module.css'
import { ColumnHead, Row, Table, TableBody, TableHead } from './Table'

export { classes as listCells }

interface Props {
  columns: readonly string[]
  /** Those of them that have numbers; their cells are `listCells.figure`. */
  figures?: readonly string[]
  /** What the links in the last column do; read out, not shown. */
  action?: string
  children: ReactNode
}

/** A list: a table on a desktop, cards on a phone. The elements are the same; CSS lays them out. */
export function ListTable({ columns, figures = [], action, children }: Props) {
  return (
    <Table cards className={classes.table}>
      <TableHead>
        <Row>
          {columns.map((column) => (
            <ColumnHead key={column} className={figures.includes(column) ? classes.figure : undefined}>
              {column}
            </ColumnHead>
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

interface OpeningProps {
  href: string
  /** Its page comes out of the row: called before that. */
  onOpen?: (event: MouseEvent) => void
  children: ReactNode
}

/** A row with a link to its own page. The link is for the keyboard and new tabs; the rest of the row is just a larger target for the pointer. */
export function OpeningRow({ href, onOpen, children }: OpeningProps) {
  const navigate = useNavigate()
  const open = (event: MouseEvent) => {
    onOpen?.(event)
    const onLink = (event.target as Element).closest('a')
    if (!onLink && !window.getSelection()?.toString())
      navigate({ href, viewTransition: onOpen !== undefined && moves() })
  }
  return (
    <Row data-opens onClick={open}>
      {children}
    </Row>
  )
}
