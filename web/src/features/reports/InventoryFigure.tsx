import { lazy, Suspense } from 'react'
import type { Inventory } from '@/api'
import { csvName } from '@/shared/lib/csv'
import { formatDay } from '@/shared/lib/days'
import { ChartFigure } from './ChartFigure'
import { ChartSkeleton } from './FigureSkeleton'
import { axisName, cellsOf, gridOf, seriesOf, yearsIn } from './figure'
import { Legend } from './Legend'
import { drawn } from './lines'
import type { FrequencyKey, OnReportChange, ReportSearch } from './model'
import { NumbersTable } from './NumbersTable'
import { inventorySummary } from './summary'

const SeriesChart = lazy(() => import('./SeriesChart'))

const FREQUENCY_KEYS: Record<string, FrequencyKey> = { Yearly: 'year', Monthly: 'month', Weekly: 'week', Daily: 'day' }

interface Props {
  answer: Inventory
  search: ReportSearch
  onChange: OnReportChange
  farmName: string
  stale: boolean
}

export function InventoryFigure({ answer, search, onChange, farmName, stale }: Props) {
  // What is drawn follows the answer, not the question: they differ while the next answer is under way.
  const every = FREQUENCY_KEYS[answer.frequency] ?? search.every
  const series = seriesOf(answer)
  const lines = drawn(series)
  const years = yearsIn(answer.data)
  const last = answer.data.at(-1)
  const title = `Living animals, end of ${every}`
  const names = answer.data.map((row) => ({ axis: axisName(row.to, every, years), full: formatDay(row.to) }))

  return (
    <ChartFigure
      title={title}
      summary={last ? inventorySummary(last) : ''}
      view={search.view}
      onView={(view) => onChange({ view })}
      stale={stale}
      chart={
        <>
          <Suspense fallback={<ChartSkeleton />}>
            <SeriesChart title={title} names={names} series={lines} />
          </Suspense>
          <Legend series={lines} total={series.length} />
        </>
      }
      table={<NumbersTable caption={title} grid={gridOf(answer, every)} />}
      csv={{
        name: csvName(farmName, 'inventory', answer.startDate, answer.endDate),
        cells: () => cellsOf(gridOf(answer, every)),
      }}
      formula={`Inventory = received - harvested - lost, at the end of each ${every}.`}
      explanation={<Explanation />}
    />
  )
}

function Explanation() {
  return (
    <>
      <p>
        Received is what was planted, plus what moved in and less what moved out, plus what a count found too many and
        less what it found too few.
      </p>
      <p>Harvested and lost are all animals harvested or recorded dead since planting, not only within these dates.</p>
      <p>
        Only animals that pass the growing area and the filters are counted. The last bucket ends on the last day shown.
      </p>
    </>
  )
}
