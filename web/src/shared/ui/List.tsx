import { type ReactNode, useState } from 'react'
import type { Listed, Paged } from '@/shared/lib/paging'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import { Failure } from './Failure'
import classes from './List.module.css'
import { Pager } from './Pager'
import { LoadingParts, Skeleton } from './Skeleton'
import { useDesk } from './useDesk'
import type { HistoryEntry } from './useTyping'

/** The name of a list, and the way to add to it; or of another page that belongs to no farm. */
export function ListHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.head}>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </div>
  )
}

/** What narrows a list down: a search, and pills. */
export function ListControls({ children }: { children: ReactNode }) {
  return <div className={classes.controls}>{children}</div>
}

interface FoldedProps {
  summary: ReactNode
  open?: boolean
  children: ReactNode
}

/** Controls that are seldom wanted, behind one line. */
export function FoldedControls({ summary, open = false, children }: FoldedProps) {
  const [shown, setShown] = useState(open)
  return (
    <details className={classes.fold} open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{summary}</summary>
      <div className={classes.folded}>{children}</div>
    </details>
  )
}

/** What narrows a list down further: behind one line, which says how much of it is set, where the rows would begin too far down. */
export function MoreControls({ set, children }: { set: number; children: ReactNode }) {
  if (useDesk()) return children
  return <FoldedControls summary={set > 0 ? `Filters, ${set} set` : 'Filters'}>{children}</FoldedControls>
}

interface Query<L> {
  data: L | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  stale: boolean
  from: number
  refetch: () => unknown
}

/** True once what is shown answers what was asked last. */
export function isSettled({ data, stale }: Pick<Query<unknown>, 'data' | 'stale'>): boolean {
  return data !== undefined && !stale
}

/** The search that the shown rows answer: while new rows are loading, still the one before. */
export function useFoundFor(asked: string, settled: boolean): string {
  const [found, setFound] = useState(asked)
  if (settled && found !== asked) setFound(asked)
  return found
}

interface Props<R> {
  /** What the rows are, in the plural: 'users'. */
  nouns: string
  list: Query<Listed<R>>
  asked: Paged
  /** How many there are, for those who cannot see the rows. */
  said: (total: number) => string
  /** `replace` leaves no page in the history that does not exist. */
  onPage: (page: number, entry?: HistoryEntry) => void
  /** Shown when there are none. */
  empty: ReactNode
  /** Prev and Next are there though there is one page only. */
  turns?: boolean
  children: (rows: R[]) => ReactNode
}

/** The rows of a list, whatever its state; old rows stay while new ones load. */
export function ListResults<R>({ nouns, list, asked, said, onPage, empty, turns, children }: Props<R>) {
  const { data } = list
  const beyond = data && data.data.length === 0 && data.items.total > 0
  return (
    <>
      <p role="status" className="visually-hidden">
        {data && isSettled(list) && said(data.items.total)}
      </p>
      {Boolean(list.error) && <Failure query={list} />}
      {!data && list.isPending && <RowsSkeleton nouns={nouns} rows={Math.min(asked.limit, 8)} />}
      {data && (
        <div aria-busy={list.isFetching} data-stale={list.stale} className={classes.results}>
          {data.data.length > 0 && (
            <>
              {children(data.data)}
              <Pager page={asked.page} pages={data.pages} items={data.items} onPage={onPage} turns={turns} />
            </>
          )}
          {beyond && (
            <EmptyState drawing="shell" title={`There are no ${nouns} on this page.`}>
              <p>The list is shorter than that.</p>
              <Button variant="plain" onClick={() => onPage(data.pages.total, { replace: true })}>
                Go to the last page
              </Button>
            </EmptyState>
          )}
          {data.items.total === 0 && empty}
        </div>
      )}
    </>
  )
}

function RowsSkeleton({ nouns, rows }: { nouns: string; rows: number }) {
  return (
    <LoadingParts words={`Loading ${nouns}...`} className={classes.skeleton}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
        <div key={row} className={classes.skeletonRow}>
          <Skeleton height="100%" />
        </div>
      ))}
    </LoadingParts>
  )
}
