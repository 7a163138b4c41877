import { dollarsOf } from '@/shared/lib/money'
import classes from './CostLines.module.css'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from './Table'

interface Props {
  lines: readonly { description: string; cents: number }[]
  /** The label of the sum. */
  totalLabel?: string
}

/** The sum of the lines, which is what is charged. */
export function totalOf(lines: Props['lines']): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0)
}

/** What is charged, line by line, and its sum. */
export function CostLines({ lines, totalLabel = 'Total in US dollars' }: Props) {
  return (
    <Table className={classes.lines}>
      <TableHead className="visually-hidden">
        <Row>
          <ColumnHead>What</ColumnHead>
          <ColumnHead>Amount</ColumnHead>
        </Row>
      </TableHead>
      <TableBody>
        {lines.map(({ description, cents }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike.
          <Row key={at}>
            <RowHead>{description}</RowHead>
            <Cell>{dollarsOf(cents)}</Cell>
          </Row>
        ))}
        <Row className={classes.total}>
          <RowHead>{totalLabel}</RowHead>
          <Cell>{dollarsOf(totalOf(lines))}</Cell>
        </Row>
      </TableBody>
    </Table>
  )
}
