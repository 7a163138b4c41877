import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Explanation, type FigureEntry, type FigureRequest, figureEntries, figureQuery } from '@/api'
import { csvName, saveCsv } from '@/shared/lib/csv'
import { formatDay, formatInstant } from '@/shared/lib/days'
import { LOT_PATH, sectionOf } from '@/shared/lib/farmPaths'
import { counted } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { FactTable } from '@/shared/ui/FactTable'
import { Failure } from '@/shared/ui/Failure'
import edges from '@/shared/ui/Sideways.module.css'
import { Loading } from '@/shared/ui/Skeleton'
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
      <p className={classes.note}>{entriesWords(first.total)}</p>
      {first.total > 0 && (
        <Entries
          farmId={farmId}
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
  if (total === 0) return 'No entry counts.'
  return `${counted(total, 'entry', 'entries')}, the newest first.`
}

interface EntriesProps {
  farmId: string
  name: string
  answer: Explanation
  entries: FigureEntry[]
  timeZone?: string
}

function Entries({ farmId, name, answer, entries, timeZone }: EntriesProps) {
  const amounts = amountColumns(answer)
  const { pathname } = useLocation()
  const section = sectionOf(pathname)
  const lot = ({ lotId, lot: words }: FigureEntry) =>
    section ? (
      <Link to={LOT_PATH[section]} params={{ farmId, lotId }}>
        {words}
      </Link>
    ) : (
      words
    )
  const columns = [
    { label: 'Date', whole: true },
    ...amounts.map(({ head }) => ({ label: head, figures: true })),
    { label: 'Activity' },
    { label: 'Where' },
    { label: 'Recorded' },
  ]
  const rows = entries.map((entry) => ({
    key: String(entry.entry),
    cells: [
      formatDay(entry.date),
      ...amounts.map(({ of }) => of(entry)),
      <With key="activity" small={entry.note}>
        {DONE[entry.activity]}
      </With>,
      <With key="where" small={lot(entry)}>
        {entry.area}
      </With>,
      <With key="recorded" small={formatInstant(entry.recordedAt, timeZone)}>
        {entry.by || 'Merroir'}
      </With>,
    ],
  }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className={`${edges.sideways} ${classes.scroll}`} tabIndex={0} aria-label={`Entries of ${name}`}>
      <FactTable columns={columns} rows={rows} />
    </section>
  )
}

function With({ small, children }: { small: ReactNode; children: string }) {
  return (
    <>
      {children} {small && <span className={classes.small}>{small}</span>}
    </>
  )
}
