import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { bagsQuery, farmQuery, May } from '@/api'
import { addDays, type Day, daysBetween } from '@/shared/lib/days'
import { DETAIL_PATH, type FarmSection, RECORD_PATH } from '@/shared/lib/farmPaths'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Failure } from '@/shared/ui/Failure'
import { FarmFailure } from '@/shared/ui/FarmFailure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { LoadingParts, Skeleton } from '@/shared/ui/Skeleton'
import classes from './Bags.module.css'
import { bookOf } from './book'
import { Farm } from './Farm'
import type { Choice } from './runs'
import { Show } from './show'

export interface BagsSearch extends Choice {
  /** The last day if none is named. */
  date?: Day
}

interface Props {
  section: FarmSection
  farmId: string
  search: BagsSearch
  onChange: (part: Partial<BagsSearch>) => void
}

/** The farm, bag by bag: every spot of every line, on any day of the book. */
export function Bags({ section, farmId, search, onChange }: Props) {
  const farm = useQuery(farmQuery(farmId))
  const bags = useInfiniteQuery(bagsQuery(farmId))
  const book = useMemo(() => (bags.data ? bookOf(bags.data.pages) : null), [bags.data])
  const failed = bags.isError && !bags.data
  const { fetchNextPage, hasNextPage, isFetching } = bags
  if (farm.isError && !farm.data) {
    return <FarmFailure section={section} farmId={farmId} title="Bag by bag" query={farm} />
  }
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm.data?.name ?? ''} title="Bag by bag" />
      {failed && <Failure query={bags} />}
      {bags.isPending && <BagsSkeleton />}
      {bags.data && !book && (
        <NothingYet section={section} farmId={farmId} areas={bags.data.pages[0]?.areas.length ?? 0} />
      )}
      {book && (
        <Shown
          key={farmId}
          book={book}
          section={section}
          farmId={farmId}
          search={search}
          onChange={onChange}
          onEarlier={hasNextPage ? () => !isFetching && fetchNextPage() : undefined}
        />
      )}
    </>
  )
}

interface ShownProps extends Props {
  book: NonNullable<ReturnType<typeof bookOf>>
  /** Asks for the days before the first known one, if there are any. */
  onEarlier?: () => void
}

function Shown({ book, onEarlier, ...page }: ShownProps) {
  const { date } = page.search
  const day = date ? Math.min(Math.max(daysBetween(book.first, date), 0), book.last) : book.last
  const [first] = useState(day)
  const show = useMemo(() => new Show(book, first), [book, first])
  const missing = day < book.known
  useEffect(() => {
    show.settle(day)
    return () => show.stop()
  }, [show, day])
  useEffect(() => {
    if (missing) onEarlier?.()
  })
  const onDay = (next: number) => page.onChange({ date: next === book.last ? undefined : addDays(book.first, next) })
  return <Farm show={show} {...page} missing={missing} onDay={onDay} />
}

function NothingYet({ section, farmId, areas }: { section: FarmSection; farmId: string; areas: number }) {
  return (
    <Card>
      {areas === 0 ? (
        <EmptyState drawing="water" title="No growing areas yet.">
          <p>
            Bags hang in growing areas.{' '}
            <Link to={DETAIL_PATH[section]} params={{ farmId }} search={{ tab: 'info' }}>
              Add a growing area
            </Link>{' '}
            to the farm, with its lines and their spots.
          </p>
        </EmptyState>
      ) : (
        <EmptyState drawing="water" title="Nothing has been recorded yet.">
          <May do="record">
            <p>
              <Link to={RECORD_PATH[section]} params={{ farmId }} search={{ activity: 'plant' }}>
                Record a planting
              </Link>{' '}
              and say how many bags it is in.
            </p>
          </May>
        </EmptyState>
      )}
    </Card>
  )
}

function BagsSkeleton() {
  return (
    <LoadingParts words="Loading the bags..." className={classes.page}>
      <Skeleton height={560} shape="card" />
    </LoadingParts>
  )
}
