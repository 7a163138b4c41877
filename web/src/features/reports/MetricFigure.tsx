import { useState } from 'react'
import type { Farm, Report, ReportRequest } from '@/api'
import { csvName } from '@/shared/lib/csv'
import { percent } from '@/shared/lib/numbers'
import { namesOf, partWords, roomWords, withRoom } from './buckets'
import { ChartFigure } from './ChartFigure'
import classes from './ChartFigure.module.css'
import type { OnExplain } from './Explainable'
import { ExplainedSheet } from './ExplainedSheet'
import type { AskedFigure } from './explain'
import { cellsOf, earlierOf, gridOf, partsGrid, type Series, seriesOf } from './figure'
import { Legend } from './Legend'
import { drawn, present, stacked, sumOf } from './lines'
import { METRICS, metricOf } from './metrics'
import { type GraphType, type OnReportChange, type ReportView, SEASON } from './model'
import { NumbersTable } from './NumbersTable'
import { PrintedTable } from './PrintedTable'
import { endsFit } from './plot'
import { WIDE } from './printed'
import { SeasonLine } from './SeasonLine'
import { SeriesChart } from './SeriesChart'
import { SnapshotBars } from './SnapshotBars'
import { summaryOf } from './summary'
import { inLegend } from './units'
import { explanationOf, formulaOf, titleOf } from './words'

interface Props {
  answer: Report
  /** The answer is only about today. */
  today: boolean
  view: ReportView
  /** How its parts are read; null if there is no choice. */
  graph: GraphType | null
  onChange: OnReportChange
  onExport?: (regularly?: boolean) => void
  /** What was asked for, in words. */
  asked: string
  brief?: boolean
  /** The answer is to the previous question. */
  stale: boolean
  /** A new one is loading. */
  busy: boolean
  farm: Pick<Farm, '_id' | 'name' | 'timeZone'>
  /** The question that the answer is to; null while it is to another. */
  request: ReportRequest | null
}

/** A report as a chart or table. What is drawn follows the answer, not the question: the two differ while the next answer is loading. */
export function MetricFigure({
  answer,
  today,
  view,
  graph,
  onChange,
  onExport,
  asked,
  brief,
  stale,
  busy,
  farm,
  request,
}: Props) {
  const ofSeason = request?.dateRange === SEASON
  const [explained, setExplained] = useState<AskedFigure | null>(null)
  const onExplain: OnExplain = (figure, name) => request && setExplained({ body: { ...request, ...figure }, name })
  const title = titleOf(answer, today)
  const grid = today && answer.segment ? partsGrid(answer) : gridOf(answer)
  const chart = today ? (
    <SnapshotBars title={title} series={seriesOf(answer)} unit={answer.unit} />
  ) : (
    <OverTime title={title} answer={answer} />
  )
  return (
    <>
      <ChartFigure
        title={title}
        summary={summaryOf(answer, brief)}
        view={view}
        onView={(next) => onChange({ view: next })}
        graph={graph}
        onGraph={(next) => onChange({ graph: next })}
        stale={stale}
        busy={busy}
        chart={chart}
        table={<NumbersTable caption={title} grid={grid} onExplain={request ? onExplain : undefined} />}
        asked={asked}
        printedTable={<PrintedTable caption={title} grid={grid} />}
        wide={grid.head.length > WIDE}
        csv={{
          name: csvName(farm.name, answer.metric, answer.startDate, answer.endDate),
          cells: () => cellsOf(grid),
        }}
        onExport={onExport}
        formula={formulaOf(answer, today)}
        explanation={explanationOf(answer)}
      />
      {(answer.metric === METRICS.intervalMortality.name || ofSeason) && (
        <SeasonLine farmId={farm._id} season={answer.season} />
      )}
      <ExplainedSheet farm={farm} asked={explained} onClose={() => setExplained(null)} />
    </>
  )
}

/** The year before of what is drawn; of columns their height, where that is a number of its own. */
function beforeOf(answer: Report, shown: Series[], layers: boolean): Series[] | undefined {
  if (!answer.data.some(({ lastYear }) => lastYear)) return undefined
  if (!layers) return earlierOf(answer).filter(({ key }) => shown.some((one) => one.key === key))
  if (answer.graphType === 'share') return undefined
  return [{ key: 'before', label: 'Last year', values: answer.data.map(({ lastYear }) => lastYear?.value ?? null) }]
}

/** Lines, or layers if the numbers are parts of a whole. */
function OverTime({ title, answer }: { title: string; answer: Report }) {
  const { columns, inBucket } = metricOf(answer)
  const layers = columns || answer.graphType === 'share'
  const picture = layers ? withRoom(answer) : answer
  const series = layers ? present(seriesOf(picture)) : seriesOf(picture)
  const shown = layers ? stacked(series) : drawn(series, inBucket)
  const before = beforeOf(picture, shown, layers)
  const mark = picture.data.some((row) => row.mark !== undefined)
    ? picture.data.map((row) => row.mark ?? null)
    : undefined
  const notes = [
    partWords(picture, layers),
    roomWords(answer, picture),
    before && `${layers ? 'Across' : 'Lighter'}: the same days a year before.`,
    mark && `Dotted: the farm's mark, ${percent(picture.season.mark ?? 0)} a month.`,
  ].filter(Boolean)
  const legendNumber = (one: Series) => {
    if (!inBucket) return one.values.at(-1) ?? null
    return answer.unit === 'percent' ? null : sumOf(one)
  }
  const ends = shown.map((one) => {
    const number = legendNumber(one)
    return { label: one.label, number: number === null ? '' : inLegend(number, answer.unit) }
  })
  const ended = !layers && endsFit(ends)
  return (
    <>
      <SeriesChart
        title={title}
        names={namesOf(picture)}
        series={shown}
        unit={answer.unit}
        layers={layers}
        before={before}
        mark={mark}
        ends={ended ? ends : undefined}
      />
      <Legend series={shown} numbers={ends} total={series.length} layers={layers} ended={ended} />
      {notes.length > 0 && <p className={classes.note}>{notes.join(' ')}</p>}
    </>
  )
}
