import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { exact } from '@/shared/lib/numbers'
import edges from '@/shared/ui/Sideways.module.css'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '@/shared/ui/Table'
import { Explainable } from './Explainable'
import classes from './LargeTable.module.css'
import type { NumbersProps } from './NumbersTable'
import { inTable } from './units'

const ROW_PX = 44
const COLUMN_PX = 128

/** The numbers of a large report. Only the rows and columns in sight are on the page, and each says which of how many it is. */
export default function LargeTable({ caption, grid: { head, units, rows }, onExplain }: NumbersProps) {
  const [first, ...columns] = head
  const scroll = useRef<HTMLElement>(null)
  const getScrollElement = () => scroll.current
  const down = useVirtualizer({ count: rows.length, getScrollElement, estimateSize: () => ROW_PX, overscan: 8 })
  const across = useVirtualizer({
    count: columns.length,
    getScrollElement,
    estimateSize: () => COLUMN_PX,
    overscan: 2,
    horizontal: true,
  })
  const shownRows = down.getVirtualItems()
  const shown = across.getVirtualItems()
  const left = shown[0]?.start ?? 0
  const right = across.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <>
      <p className={classes.size}>
        {exact(rows.length)} rows and {exact(columns.length)} columns. CSV has all of them.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section ref={scroll} className={`${edges.sideways} ${classes.scroll}`} tabIndex={0} aria-label={caption}>
        {/* As tall as all rows together; the table starts where those in sight do. */}
        <div className={classes.whole} style={{ height: down.getTotalSize() + ROW_PX }}>
          <Table
            className={classes.table}
            aria-rowcount={rows.length + 1}
            aria-colcount={head.length}
            style={{ width: across.getTotalSize() + COLUMN_PX, top: shownRows[0]?.start }}
          >
            <caption className="visually-hidden">{caption}</caption>
            <colgroup>
              <col style={{ width: COLUMN_PX }} />
              <col style={{ width: left }} />
              {shown.map(({ key }) => (
                <col key={key} style={{ width: COLUMN_PX }} />
              ))}
              <col style={{ width: right }} />
            </colgroup>
            <TableHead>
              <Row aria-rowindex={1}>
                <ColumnHead aria-colindex={1}>{first}</ColumnHead>
                <Gap />
                {shown.map(({ key, index }) => (
                  <ColumnHead key={key} aria-colindex={index + 2} title={columns[index]}>
                    {columns[index]}
                  </ColumnHead>
                ))}
                <Gap />
              </Row>
            </TableHead>
            <TableBody>
              {shownRows.map(({ key, index }) => (
                <Row key={key} aria-rowindex={index + 2}>
                  <RowHead aria-colindex={1} title={rows[index]?.name}>
                    {rows[index]?.name}
                  </RowHead>
                  <Gap />
                  {shown.map((column) => (
                    <Cell key={column.key} aria-colindex={column.index + 2}>
                      <Explainable
                        words={inTable(rows[index]?.numbers[column.index] ?? null, units[column.index] ?? 'animals')}
                        name={`${rows[index]?.name}, ${columns[column.index]}`}
                        figure={
                          rows[index]?.numbers[column.index] == null ? undefined : rows[index]?.figures?.[column.index]
                        }
                        onExplain={onExplain}
                      />
                    </Cell>
                  ))}
                  <Gap />
                </Row>
              ))}
            </TableBody>
          </Table>
        </div>
      </section>
    </>
  )
}

/** Takes the place of the columns out of sight. */
function Gap() {
  return <td aria-hidden="true" className={classes.gap} />
}
