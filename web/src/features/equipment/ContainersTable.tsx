import { exact } from '@/shared/lib/numbers'
import { Opens } from '@/shared/ui/Opens'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '@/shared/ui/Table'
import { TABLE_PART, useParts } from '@/shared/ui/useParts'
import classes from './Equipment.module.css'
import type { Kind, OnExplain } from './model'

interface Props {
  kinds: readonly Kind[]
  onExplain?: OnExplain
}

/** Each container type with its count; the bar beside it only repeats the number. */
export function ContainersTable({ kinds, onExplain }: Props) {
  const { shown, more } = useParts(kinds, TABLE_PART)
  return (
    <>
      <Table className={classes.table}>
        <caption className="visually-hidden">Containers in use by type</caption>
        <TableHead>
          <Row>
            <ColumnHead>Container type</ColumnHead>
            <ColumnHead>Count in use</ColumnHead>
          </Row>
        </TableHead>
        <TableBody>
          {shown.map(({ type, count, share }) => (
            <Row key={type}>
              <RowHead>
                {type}
                <svg className={classes.share} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                  <rect className={classes.whole} width="100" height="6" />
                  <rect className={classes.part} width={share * 100} height="6" />
                </svg>
              </RowHead>
              <Cell>
                <Opens className="on-paper" onClick={onExplain && (() => onExplain(type))}>
                  {exact(count)}
                </Opens>
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {more}
    </>
  )
}
