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
  className?: string | undefined
  children: ReactNode
}

/** A list: a table on a desktop, cards on a phone. The elements are the same; CSS lays them out. */
export function ListTable({ columns, figures = [], action, className = '', children }: Props) {
  return (
    <Table cards className={`${classes.table} ${className}`}>
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

const MIDDLE = 1

/** On something in the row that does what it does by itself. */
const onControl = ({ target }: MouseEvent) => (target as Element).closest('a, button, input') !== null

interface OpeningProps {
  href: string
  /** Its page comes out of the row: called before that. */
  onOpen?: (event: MouseEvent) => void
  children: ReactNode
}

/**
 * A row with a link to its own page. The rest of the row is just a larger target for the
 * pointer, which does with it what it does with links: a middle click, or one with Ctrl,
 * opens a tab.
 */
export function OpeningRow({ href, onOpen, children }: OpeningProps) {
  const navigate = useNavigate()
  const beside = (event: MouseEvent) => {
    // The new tab gets the session from this one (api/tabs.ts), and nothing else.
    if (!onControl(event)) window.open(href, '_blank', 'noopener')
  }
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return beside(event)
    onOpen?.(event)
    if (!onControl(event) && !window.getSelection()?.toString())
      navigate({ href, viewTransition: onOpen !== undefined && moves() })
  }
  return (
    <Row
      data-opens
      onClick={open}
      // Or the middle button would begin to scroll.
      onMouseDown={(event) => event.button === MIDDLE && !onControl(event) && event.preventDefault()}
      onAuxClick={(event) => event.button === MIDDLE && beside(event)}
    >
      {children}
    </Row>
  )
}
