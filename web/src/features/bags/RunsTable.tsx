import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { addDays, formatDay } from '@/shared/lib/days'
import { type FarmSection, LOT_PATH } from '@/shared/lib/farmPaths'
import { exact } from '@/shared/lib/numbers'
import { Card } from '@/shared/ui/Card'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '@/shared/ui/Table'
import { TABLE_PART, useParts } from '@/shared/ui/useParts'
import classes from './Bags.module.css'
import { allRuns, type Found } from './runs'
import { UNUSED } from './scene'
import { type Show, useShown } from './show'
import { lineWords, lotWords, sizeWords } from './words'

interface Props {
  show: Show
  section: FarmSection
  farmId: string
  chosen: Found | null
  onChoose: (found: Found) => void
}

/** The same as the picture, for the chosen date. */
export function RunsTable({ show, section, farmId, chosen, onChoose }: Props) {
  const { book } = show
  const { day, scenes } = useShown(show, ({ settled }) => settled)
  const { shown, more } = useParts(allRuns(scenes), TABLE_PART)
  const title = `Bags on ${formatDay(addDays(book.first, day))}`
  return (
    <div className={classes.rows}>
      <Card>
        <Table className={classes.table}>
          <caption className={classes.caption}>{title}</caption>
          <TableHead>
            <Row>
              <ColumnHead>Line</ColumnHead>
              <ColumnHead>Size</ColumnHead>
              <ColumnHead>Bags</ColumnHead>
              <ColumnHead>Animals</ColumnHead>
            </Row>
          </TableHead>
          <TableBody>
            {shown.map((found, index) => (
              <Fragment key={`${found.area} ${found.line} ${found.run.place}`}>
                {shown[index - 1]?.area !== found.area && (
                  <Row>
                    <th scope="rowgroup" colSpan={4} className={classes.tableArea}>
                      {book.areas[found.area]?.name}
                    </th>
                  </Row>
                )}
                <RunRow
                  show={show}
                  section={section}
                  farmId={farmId}
                  found={found}
                  chosen={chosen?.run === found.run}
                  onChoose={onChoose}
                />
              </Fragment>
            ))}
          </TableBody>
        </Table>
        {more}
        <p className={classes.note}>The animals of a lot are shared evenly among its bags.</p>
      </Card>
    </div>
  )
}

interface RowProps extends Omit<Props, 'chosen'> {
  found: Found
  chosen: boolean
}

function RunRow({ show: { book }, section, farmId, found, chosen, onChoose }: RowProps) {
  const { run, lineName } = found
  const lot = book.places[run.place]?.lot
  return (
    <Row aria-selected={chosen || undefined} data-chosen={chosen || undefined}>
      <RowHead>{lineWords(lineName)}</RowHead>
      <Cell>
        {run.place === UNUSED || !lot ? (
          'Unused'
        ) : (
          // The keyboard chooses in the list of runs, and goes to a lot from what was chosen; here each would be one more tab stop.
          <>
            <button type="button" tabIndex={-1} className={classes.choose} onClick={() => onChoose(found)}>
              {sizeWords(book, run.place)}
            </button>
            <Link tabIndex={-1} to={LOT_PATH[section]} params={{ farmId, lotId: lot.lotId }} className={classes.lot}>
              {lotWords(lot) || 'A lot without a label'}
            </Link>
          </>
        )}
      </Cell>
      <Cell>{exact(run.bags)}</Cell>
      <Cell>{run.place === UNUSED ? '' : exact(run.animals)}</Cell>
    </Row>
  )
}
