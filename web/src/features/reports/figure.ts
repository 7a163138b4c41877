import type { Report } from '@/api'
import type { Cell } from '@/shared/lib/csv'
import { byGrowth } from '@/shared/lib/sizes'
import { viewByLabel } from '@/shared/lib/viewBy'
import { bucketName, everyOf } from './buckets'
import { madeOf, wholeColumn } from './columns'
import type { FigureAsk } from './explain'
import { type Metric, metricOf, type Unit, wholeOf } from './metrics'
import { type FrequencyKey, SEGMENTS } from './model'
import { fileHead, inFile } from './units'

/** A line or a layer of the chart and a column of the table. */
export interface Series {
  key: string
  label: string
  values: (number | null)[]
  /** Of sizes: the step from seed (1) to full grown (5), 0 for one whose name says nothing about size. */
  step?: number
}

export const BUCKET_HEADS: Record<FrequencyKey, string> = { year: 'Year', month: 'Month', week: 'Week', day: 'Day' }

/** What an answer is split by, as its control says it; empty when it is not. */
export function splitOf({ segment }: Pick<Report, 'segment'>): string {
  return segment ? (SEGMENTS.find((one) => one.segment === segment)?.label ?? segment) : ''
}

/** What splits by size: the field, and the count type of the yield. */
const BY_SIZE = ['sizeLabel', 'By Size']

/** The series of an answer, sizes in the order of growth; an answer that is not split has one, the metric itself. */
export function seriesOf(answer: Report): Series[] {
  const { name, key } = metricOf(answer)
  const whole = wholeColumn(answer)
  if (!answer.segment && whole) return [{ key, label: name, values: answer.data.map(whole.of) }]
  const all = answer.series.map((one, index) => ({
    ...one,
    label: viewByLabel(answer.segment ?? '', one.label),
    values: answer.data.map((row) => row.values[index] ?? null),
  }))
  if (!BY_SIZE.includes(answer.segment ?? '')) return all
  return byGrowth(all, ({ label }) => label).map(({ one, step }) => ({ ...one, step: step ?? 0 }))
}

/** The same series a year before, where that was asked for; an answer that is not split has one. */
export function earlierOf(answer: Report): Series[] {
  if (!answer.data.some(({ lastYear }) => lastYear)) return []
  const { name, key } = metricOf(answer)
  if (!answer.segment && wholeColumn(answer))
    return [{ key, label: name, values: answer.data.map(({ lastYear }) => lastYear?.value ?? null) }]
  const at = new Map(answer.series.map((one, index) => [one.key, index]))
  return seriesOf(answer).map((one) => ({
    ...one,
    values: answer.data.map(({ lastYear }) => lastYear?.values[at.get(one.key) ?? -1] ?? null),
  }))
}

/** What the number of the year before is to the server. */
function earlierAsk(answer: Report, { lastYear }: Report['data'][number], key: string): FigureAsk | undefined {
  return lastYear && { to: lastYear.to, earlier: true, ...(answer.segment && { series: key }) }
}

export interface Grid {
  head: string[]
  units: Unit[]
  /** Each number with what it is to the server, which explains it. */
  rows: { name: string; numbers: (number | null)[]; figures?: (FigureAsk | undefined)[] }[]
}

/** The numbers in rows and columns, for the table and for the file. */
export function gridOf(answer: Report): Grid {
  const every = everyOf(answer)
  const whole = wholeColumn(answer)
  const split = answer.segment ? seriesOf(answer) : []
  const columns = [...(whole ? [whole] : []), ...madeOf(answer)]
  const before = earlierOf(answer)
  return {
    head: [
      BUCKET_HEADS[every],
      ...split.map(({ label }) => label),
      ...before.map(({ label }) => `${label}, last year`),
      ...columns.map(({ head }) => head),
    ],
    units: [...split.map(() => answer.unit), ...before.map(() => answer.unit), ...columns.map(({ unit }) => unit)],
    rows: answer.data.map((row, index) => ({
      name: bucketName(row, every),
      numbers: [
        ...[...split, ...before].map(({ values }) => values[index] ?? null),
        ...columns.map(({ of }) => of(row)),
      ],
      figures: [
        ...split.map(({ key }) => ({ to: row.to, series: key })),
        ...before.map(({ key }) => earlierAsk(answer, row, key)),
        ...columns.map(({ ask, of, closedAtZero }) =>
          closedAtZero && of(row) === 0 ? undefined : { to: row.to, ...ask },
        ),
      ],
    })),
  }
}

/** A split snapshot has one row of many parts: they read better one below the other. */
export function partsGrid(answer: Report): Grid {
  const { name } = metricOf(answer)
  const head = answer.unit === 'percent' ? 'Share' : name
  return {
    head: [splitOf(answer), head],
    units: [answer.unit],
    rows: seriesOf(answer).map(({ key, label, values }) => ({
      name: label,
      numbers: [values.at(-1) ?? null],
      figures: [{ to: answer.endDate, series: key }],
    })),
  }
}

export function cellsOf({ head, units, rows }: Grid): Cell[][] {
  const [first = '', ...columns] = head
  return [
    [first, ...columns.map((column, index) => fileHead(column, units[index] ?? 'animals'))],
    ...rows.map(({ name, numbers }) => [
      name,
      ...numbers.map((value, index) => inFile(value, units[index] ?? 'animals')),
    ]),
  ]
}

/** Why there is nothing to draw; null when there is something. */
export type Nothing = 'animals' | 'harvest' | 'alive' | 'size'

export function nothingOf(answer: Report): Nothing | null {
  const { data } = answer
  if (data.every((row) => wholeOf(row).all === 0 && row.harvested === 0 && row.lost === 0 && row.planted === 0))
    return 'animals'
  const { key }: Metric = metricOf(answer)
  if (key === 'harvest' && data.every((row) => row.harvest === 0)) return 'harvest'
  if (key === 'size' && data.every((row) => row.value === null)) {
    return data.every((row) => row.inventory === 0) ? 'alive' : 'size'
  }
  return null
}
