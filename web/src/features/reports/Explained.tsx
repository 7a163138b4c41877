import { useInfiniteQuery } from '@tanstack/react-query'
import { type Explanation, type FigureEntry, type FigureRequest, figureEntries, figureQuery } from '@/api'
import { csvName, saveCsv } from '@/shared/lib/csv'
import { formatDay, formatInstant, formatRange } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { Loading } from '@/shared/ui/Skeleton'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '@/shared/ui/Table'
import classes from './Explained.module.css'
import { amountColumns, DONE, fileOf, sumWords } from './explain'

interface Props {
  farmId: string
  farmName: string
  timeZone?: string
  /** "Aug 2026, Lost" */
  name: string
  body: FigureRequest
}

/** How a number came about: its formula, and the entries of the ledger that add up to it. */
export default function Explained({ farmId, farmName, timeZone, name, body }: Props) {
  const query = useInfiniteQuery(figureQuery(farmId, body))
  const [first] = query.data?.pages ?? []
  if (!first)
    return query.isError ? <Failure query={query} timeZone={timeZone} /> : <Loading height={240} shape="card" />
  const save = async () => saveCsv(csvName(farmName, name), fileOf(await figureEntries(farmId, body), first, timeZone))
  return (
    <>
      <p className={classes.sum}>{sumWords(first)}</p>
      {!body.term && <p className={classes.note}>{first.formula}</p>}
      <p className={classes.note}>
        {formatRange(first.from, first.to)}: {entriesWords(first.total)}
      </p>
      {first.total > 0 && (
        <Entries
          name={name}
          answer={first}
          entries={query.data?.pages.flatMap((page) => page.entries) ?? []}
          timeZone={timeZone}
        />
      )}
      {query.isError && <Failure query={query} timeZone={timeZone} />}
      <div className={classes.tools}>
        {query.hasNextPage && (
          <Button variant="plain" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show more
          </Button>
        )}
        {first.total > 0 && (
          <Button variant="quiet" onClick={save}>
            CSV of all entries
          </Button>
        )}
      </div>
    </>
  )
}

function entriesWords(total: number): string {
  if (total === 0) return 'no entry counts.'
  return `${counted(total, 'entry', 'entries')}, the newest first.`
}

interface EntriesProps {
  name: string
  answer: Explanation
  entries: FigureEntry[]
  timeZone?: string
}

function Entries({ name, answer, entries, timeZone }: EntriesProps) {
  const columns = amountColumns(answer)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={`Entries of ${name}`}>
      <Table className={classes.table}>
        <caption className="visually-hidden">Entries of {name}</caption>
        <TableHead>
          <Row>
            <ColumnHead>Date</ColumnHead>
            {columns.map(({ head }) => (
              <ColumnHead key={head}>{head}</ColumnHead>
            ))}
            <ColumnHead>Activity</ColumnHead>
            <ColumnHead>Where</ColumnHead>
            <ColumnHead>Recorded</ColumnHead>
          </Row>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <Row key={entry.entry}>
              <RowHead>{formatDay(entry.date)}</RowHead>
              {columns.map(({ head, of }) => (
                <Cell key={head}>{of(entry)}</Cell>
              ))}
              <Cell>
                {DONE[entry.activity]} {entry.note && <span className={classes.small}>{entry.note}</span>}
              </Cell>
              <Cell>
                {entry.area} <span className={classes.small}>{entry.lot}</span>
              </Cell>
              <Cell>
                {entry.by || 'Merroir'}{' '}
                <span className={classes.small}>{formatInstant(entry.recordedAt, timeZone)}</span>
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}
