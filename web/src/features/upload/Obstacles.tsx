import { Link } from '@tanstack/react-router'
import type { Upload } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { type FarmSection, LOT_PATH } from '@/shared/lib/farmPaths'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '@/shared/ui/Table'
import { TABLE_PART, useParts } from '@/shared/ui/useParts'
import classes from './BadRows.module.css'
import { obstacleName } from './words'

interface Props {
  section: FarmSection
  farmId: string
  upload: Upload
}

/** What keeps an upload from being undone, each with the way to it. */
export function Obstacles({ section, farmId, upload }: Props) {
  const { shown, more } = useParts(upload.obstacles, TABLE_PART)
  return (
    <section aria-labelledby="obstacles" className={classes.section}>
      <h3 id="obstacles" className={classes.title}>
        What stands in the way
      </h3>
      <p className="quiet">Correct or undo these first, then undo the upload.</p>
      <Table cards className={`${classes.table} ${classes.named}`}>
        <TableHead>
          <Row>
            <ColumnHead>Entry</ColumnHead>
            <ColumnHead>Where</ColumnHead>
            <ColumnHead>Why</ColumnHead>
          </Row>
        </TableHead>
        <TableBody>
          {shown.map((one) => (
            <Row key={`${one.number} ${one.why}`}>
              <RowHead>
                {one.number > 0 ? (
                  <Link
                    to={LOT_PATH[section]}
                    params={{ farmId, lotId: one.lotId }}
                    search={{ correct: String(one.number) }}
                  >
                    {obstacleName(one)}, {formatDay(one.date)}
                  </Link>
                ) : (
                  'Something else'
                )}
              </RowHead>
              <Cell>{[one.area, one.lot].filter(Boolean).join(', ')}</Cell>
              <Cell>{one.why}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {more}
    </section>
  )
}
