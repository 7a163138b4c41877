import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Farm, type SalesFigure, type SoldHarvest, soldHarvests, soldQuery } from '@/api'
import { csvName, saveCsv } from '@/shared/lib/csv'
import { formatDay, formatInstant } from '@/shared/lib/days'
import { type FarmSection, LOT_PATH } from '@/shared/lib/farmPaths'
import { amountOf } from '@/shared/lib/money'
import { exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { FactTable } from '@/shared/ui/FactTable'
import { Failure } from '@/shared/ui/Failure'
import edges from '@/shared/ui/Sideways.module.css'
import { Loading } from '@/shared/ui/Skeleton'
import classes from '../Explained.module.css'
import { amounts, harvestsFile, NO_BUYER, sumWords, termsOf } from './words'

interface Props {
  farm: Farm
  section: FarmSection
  name: string
  figure: SalesFigure
}

/** The harvests that make a number of the sales, the latest first. */
export default function SoldHarvests({ farm, section, name, figure }: Props) {
  const query = useInfiniteQuery(soldQuery(farm._id, figure))
  const [first] = query.data?.pages ?? []
  if (!first)
    return query.isError ? <Failure query={query} timeZone={farm.timeZone} /> : <Loading height={240} shape="card" />
  const save = async () => saveCsv(csvName(farm.name, name), harvestsFile(await soldHarvests(farm._id, figure)))
  return (
    <>
      <p className={classes.sum}>{[sumWords(first), ...amounts(first)].join(' ')}</p>
      <p className={classes.note}>What was undone stands there twice: as it was, and taken back.</p>
      <Harvests
        farm={farm}
        section={section}
        name={name}
        harvests={query.data?.pages.flatMap((page) => page.entries) ?? []}
      />
      {query.isError && <Failure query={query} timeZone={farm.timeZone} />}
      <div className={classes.tools}>
        {query.hasNextPage && (
          <Button variant="plain" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show more
          </Button>
        )}
        <Button variant="quiet" onClick={save}>
          CSV of all harvests
        </Button>
      </div>
    </>
  )
}

interface HarvestsProps extends Omit<Props, 'figure'> {
  harvests: SoldHarvest[]
}

function Harvests({ farm, section, name, harvests }: HarvestsProps) {
  const rows = harvests.map((one) => ({
    key: String(one.entry),
    cells: [
      formatDay(one.date),
      exact(one.animals),
      one.cents === null ? 'Not known' : amountOf(one.cents, one.currency),
      <>
        {one.buyer || NO_BUYER} {termsOf(one) && <span className={classes.small}>{termsOf(one)}</span>}
      </>,
      <>
        {one.area}{' '}
        <span className={classes.small}>
          <Link to={LOT_PATH[section]} params={{ farmId: farm._id, lotId: one.lotId }}>
            {one.lot}
          </Link>
        </span>
      </>,
      <>
        {one.by || 'Merroir'}{' '}
        <span className={classes.small}>
          {formatInstant(one.recordedAt, farm.timeZone)}
          {one.reverses !== null && ', taken back'}
        </span>
      </>,
    ],
  }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className={`${edges.sideways} ${classes.scroll}`} tabIndex={0} aria-label={`Harvests: ${name}`}>
      <FactTable
        columns={[
          { label: 'Date', whole: true },
          { label: 'Animals', figures: true },
          { label: 'Value', figures: true },
          { label: 'Buyer' },
          { label: 'Where' },
          { label: 'Recorded' },
        ]}
        rows={rows}
      />
    </section>
  )
}
