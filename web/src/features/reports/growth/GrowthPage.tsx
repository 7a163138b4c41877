import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { farmQuery, type Growth, growthQuery, May, useAnswers } from '@/api'
import { formatDay, todayAt } from '@/shared/lib/days'
import { type FarmSection, GROUP_PATH, LOT_PATH, RECORD_PATH } from '@/shared/lib/farmPaths'
import { groupWords, lotName } from '@/shared/lib/lots'
import { exact, percent } from '@/shared/lib/numbers'
import { AreaSelect } from '@/shared/ui/AreaSelect'
import { Button, buttonClass } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { DayPill } from '@/shared/ui/DayPill'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Facts } from '@/shared/ui/Facts'
import { FactTable } from '@/shared/ui/FactTable'
import { Failure } from '@/shared/ui/Failure'
import { FarmFailure } from '@/shared/ui/FarmFailure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { Loading } from '@/shared/ui/Skeleton'
import { usePrinting } from '@/shared/ui/usePrinting'
import { MOST_LINES } from '../lines'
import { cardsWords } from '../paper'
import layout from '../QuestionPage.module.css'
import { Swatch } from '../Swatch'
import { Curves } from './Curves'
import classes from './Growth.module.css'
import { Histogram } from './Histogram'
import { MarketSize } from './MarketSize'
import { forecastWords, mm, perMonth, restsOn } from './words'

export interface GrowthSearch {
  /** Id of a growing area. */
  area?: string
  lot?: string
  /** Today if none is named. */
  date?: string
}

interface Props {
  section: FarmSection
  farmId: string
  search: GrowthSearch
  onChange: (part: Partial<GrowthSearch>) => void
}

/** How long the living animals are, how fast each planting grows, and when it will be of market size. */
export function GrowthPage({ section, farmId, search, onChange }: Props) {
  const asked = useQuery(farmQuery(farmId))
  const farm = asked.data
  const growth = useAnswers(growthQuery(farmId, { activeLease: search.area, lotId: search.lot, to: search.date }))
  const { data } = growth
  if (asked.isError && !farm) return <FarmFailure section={section} farmId={farmId} title="Growth" query={asked} />
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title="Growth" />
      <div className={`${layout.controls} no-print`}>
        <AreaSelect
          leases={farm?.leases ?? []}
          value={search.area ?? ''}
          onChange={(area) => onChange({ area: area || undefined, lot: undefined })}
        />
        <DayPill label="As of" value={search.date ?? ''} onChange={(date) => onChange({ date: date || undefined })} />
        {search.lot && (
          <>
            <Link
              to={LOT_PATH[section]}
              params={{ farmId, lotId: search.lot }}
              className={buttonClass({ variant: 'quiet' })}
            >
              Journal of this lot
            </Link>
            <Button variant="quiet" onClick={() => onChange({ lot: undefined })}>
              All lots
            </Button>
          </>
        )}
      </div>
      {Boolean(growth.error) && <Failure query={growth} timeZone={farm?.timeZone} />}
      {!data && growth.isPending && <Loading words="Loading the growth..." height={480} shape="card" />}
      {data && (
        <div className={layout.page} aria-busy={growth.isFetching} data-stale={growth.stale}>
          {farm && (
            <p className="paper-only">
              {cardsWords(farm, search.area ?? '', `as of ${formatDay(search.date ?? todayAt(farm))}`)}
            </p>
          )}
          {data.living === 0 ? (
            <>
              <EmptyState drawing="water" title="No animals lived here on that day.">
                <p>Sizes and growth are those of living animals.</p>
              </EmptyState>
              <MarketSize farmId={farmId} market={data.marketMm} />
            </>
          ) : (
            <Found growth={data} section={section} farmId={farmId} lot={search.lot} onChange={onChange} />
          )}
        </div>
      )}
    </>
  )
}

interface FoundProps extends Omit<Props, 'search'> {
  growth: Growth
  lot?: string
}

function Found({ growth, section, farmId, lot, onChange }: FoundProps) {
  return (
    <>
      <div className={classes.first}>
        <Card title={lot && growth.lots[0] ? `Lengths: ${lotName(growth.lots[0])}` : 'Lengths'}>
          {growth.distribution.animals > 0 ? (
            <Lengths growth={growth} />
          ) : (
            <EmptyState drawing="water" title="No lengths were measured last.">
              <p>
                A mean does not say how many are of market size.{' '}
                <May do="record">
                  <Link to={RECORD_PATH[section]} params={{ farmId }} search={{ activity: 'size' }}>
                    Record lengths
                  </Link>{' '}
                  one by one or by class.
                </May>
              </p>
            </EmptyState>
          )}
        </Card>
      </div>
      <MarketSize farmId={farmId} market={growth.marketMm} />
      <Plantings growth={growth} section={section} farmId={farmId} />
      <Lots growth={growth} onChange={onChange} />
    </>
  )
}

const length = (value: number | null) => (value === null ? '' : `${mm(value)} mm`)

function Lengths({ growth }: { growth: Growth }) {
  const { bins, meanMm, spreadMm, p10Mm, p90Mm, marketShare } = growth.distribution
  return (
    <>
      <div className={classes.lengths}>
        <Histogram bins={bins} market={growth.marketMm} />
        <Facts
          facts={[
            { label: 'Of market size', value: marketShare === null ? '' : percent(marketShare) },
            { label: 'Mean', value: length(meanMm) },
            { label: 'Spread (standard deviation)', value: length(spreadMm) },
            { label: 'A tenth is shorter than', value: length(p10Mm) },
            { label: 'A tenth is longer than', value: length(p90Mm) },
          ]}
        />
      </div>
      <p className={layout.note}>{restsOn(growth)} Each length stands for its share of the lot's living animals.</p>
    </>
  )
}

const last = ({ points }: Pick<Growth['lots'][number], 'points'>) => {
  const point = points.at(-1)
  return point ? `${mm(point.mm)} mm` : 'Never measured'
}

/** Living plantings first, as the server gives them; those that were measured have a curve. */
function Plantings({ growth, section, farmId }: Pick<FoundProps, 'growth' | 'section' | 'farmId'>) {
  const { plantings, morePlantings, marketMm } = growth
  const drawn = plantings.filter(({ points }) => points.length > 0).slice(0, MOST_LINES)
  const line = (groupId: string) => drawn.findIndex((one) => one.groupId === groupId)
  const rows = plantings.map((planting) => {
    const index = line(planting.groupId)
    const { group, living, points, forecast } = planting
    return {
      key: planting.groupId,
      cells: [
        <span key="name" className={classes.name}>
          {index >= 0 && <Swatch index={index} series={{}} layer={false} />}
          <span>
            <Link to={GROUP_PATH[section]} params={{ farmId, groupId: planting.groupId }}>
              {groupWords(group) || 'Animals without a label'}
            </Link>
            {group.locationPlanted && <small>{group.locationPlanted}</small>}
          </span>
        </span>,
        exact(living),
        last(planting),
        perMonth(points.at(-1)?.mmPerMonth),
        perMonth(forecast.mmPerMonth),
        living > 0 ? forecastWords(forecast) : 'None alive',
      ],
    }
  })
  return (
    <Card title="Growth by planting">
      {drawn.length > 0 && <Curves plantings={drawn} market={marketMm} />}
      <Begun first="Planting" rows={rows} />
      <p className={layout.note}>
        Each curve is the average size of one planting's living animals, so new seed bends no other curve. A forecast
        lets the mean grow on as it did in the year up to the last measurement; half of the animals are shorter than the
        mean. Harvesting the largest bends a curve as well.
        {morePlantings > 0 && ` ${exact(morePlantings)} more plantings are not shown.`}
      </p>
    </Card>
  )
}

const COLUMNS = (first: string) => [
  { label: first },
  { label: 'Living', figures: true },
  { label: 'Size', figures: true },
  { label: 'Lately', figures: true },
  { label: 'Within a year', figures: true },
  { label: 'Market size' },
]

/** So many rows are shown at first. */
const FIRST = 10

/** A table that begins with its first rows. */
function Begun({ first, rows }: { first: string; rows: Parameters<typeof FactTable>[0]['rows'] }) {
  const [opened, setOpened] = useState(false)
  const all = usePrinting() || opened
  return (
    <>
      <FactTable columns={COLUMNS(first)} rows={all ? rows : rows.slice(0, FIRST)} />
      {!all && rows.length > FIRST && (
        <Button variant="plain" wide onClick={() => setOpened(true)}>
          Show all {exact(rows.length)}
        </Button>
      )}
    </>
  )
}

function Lots({ growth, onChange }: { growth: Growth; onChange: Props['onChange'] }) {
  const rows = growth.lots.map((lot) => ({
    key: lot.lotId,
    cells: [
      <span key="name" className={classes.name}>
        <span>
          <button type="button" className={classes.lot} onClick={() => onChange({ lot: lot.lotId })}>
            {lotName(lot)}
          </button>
          <small>{groupWords(lot.group)}</small>
        </span>
      </span>,
      exact(lot.living),
      last(lot),
      perMonth(lot.points.at(-1)?.mmPerMonth),
      perMonth(lot.forecast.mmPerMonth),
      forecastWords(lot.forecast),
    ],
  }))
  return (
    <Card title="Growth by lot">
      <Begun first="Lot" rows={rows} />
      <p className={layout.note}>
        Of a lot, from one measurement to the next. Grading takes the largest away or brings others, which a lot shows
        as growth that is none; its planting does not.
        {growth.moreLots > 0 && ` ${exact(growth.moreLots)} more lots are not shown.`}
      </p>
    </Card>
  )
}
