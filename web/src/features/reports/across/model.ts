import { type FarmFigures, type Figures, type FiguresParams, METRIC_TABLE } from '@/api'
import type { Cell } from '@/shared/lib/csv'
import { formatDay, formatRange } from '@/shared/lib/days'
import { counted, exact, millimetres, percent } from '@/shared/lib/numbers'
import { RANGES } from '@/shared/lib/ranges'
import { filterWords } from '../filters'
import type { Unit } from '../metrics'
import { labelOf, viewBy } from '../model'
import { ACROSS_DEFAULTS, type AcrossSearch, FIGURES, type FiguresSort, type SortedBy } from './search'

const REPORTS = {
  animals: 'inventory',
  harvest: 'harvest',
  mortality: 'mortality',
  intervalMortality: 'intervalMortality',
  size: 'size',
}

/** The figures of a farm, each as the report is named whose last number it is. */
export const COLUMNS = FIGURES.map((key) => {
  const metric = METRIC_TABLE.find((row) => row.key === REPORTS[key])
  return { key, head: metric?.name ?? key, unit: (metric?.unit ?? 'animals') as Unit }
})

/** The same as in the tables of reports. */
export function inCell(value: number | null, unit: Unit): string {
  if (value === null) return '–'
  if (unit === 'animals') return exact(value)
  return unit === 'percent' ? percent(value) : millimetres(value, 1)
}

/** A number that can be used in calculations, as in the files of reports. */
function inFile(value: number | null, unit: Unit): Cell {
  if (value === null) return ''
  return unit === 'animals' ? value : Math.round(value * 100) / 100
}

/** The head of a column, which names the unit that the numbers leave out. */
export function headOf({ head, unit }: { head: string; unit: Unit }): string {
  return unit === 'mm' ? `${head} (mm)` : head
}

/** The head of the same numbers a year before, as in the tables of reports. */
const lastYearOf = (head: string) => `${head}, last year`

/** Each order, as the pill of a phone says it. */
export const ORDERS: readonly { value: FiguresSort; label: string }[] = [
  { value: 'name', label: 'Name ascending' },
  { value: '-name', label: 'Name descending' },
  ...COLUMNS.flatMap(({ key, head }) => [
    { value: `-${key}` as const, label: `${head}, most first` },
    { value: key, label: `${head}, least first` },
  ]),
]

/** The question to the server. While a custom range has not both of its dates it is that of the days before. */
export function asked(search: AcrossSearch): FiguresParams {
  const { name, sort, dates, from, to, known, before, limit, page } = search
  const custom = dates === 'custom' && from && to
  const range = labelOf(RANGES, dates === 'custom' && !custom ? ACROSS_DEFAULTS.dates : dates)
  return {
    name,
    sort,
    dateRange: range,
    limit,
    page,
    ...(custom && { startDate: from, endDate: to }),
    ...(known && { knownOn: known }),
    ...(before && { lastYear: true }),
    ...viewBy(search),
  }
}

/** What a sheet of paper is about: "Last 90 days. As known on 1 Jun 2026. Size: 60 mm. Farms named bay." */
export function askedWords(search: AcrossSearch): string {
  const { name, dates, from, to, known, before } = search
  return [
    `${from && to && dates === 'custom' ? formatRange(from, to) : labelOf(RANGES, dates)}.`,
    ...(known ? [`As known on ${formatDay(known)}.`] : []),
    ...(before ? ['Beside each figure that of the same period last year.'] : []),
    ...filterWords(search),
    ...(name ? [`Farms named ${name}.`] : []),
  ].join(' ')
}

/** What the farms that are counted are called together. Those without figures are in no sum. */
export function wholeWords(farms: number, done: number, withheld: number): string {
  if (done < farms) return 'All that are counted'
  return withheld > 0 ? `${counted(farms - withheld, 'farm')} with figures` : `All ${counted(farms, 'farm')}`
}

/** Pressing the head of a column turns its order; a new one begins with the most, names with the first. */
export function turned(sort: FiguresSort, column: SortedBy): FiguresSort {
  if (column === 'name') return sort === 'name' ? '-name' : 'name'
  return sort === `-${column}` ? column : `-${column}`
}

/** Of a column in the head of the table. */
export function ariaSort(sort: FiguresSort, column: SortedBy): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : undefined
}

export function daysOf({ from, to }: Pick<FarmFigures, 'from' | 'to'>): string {
  return from ? formatRange(from, to) : ''
}

/** Whether each farm has days of its own: by its calendar, or by its season. */
export function daysDiffer(rows: readonly FarmFigures[]): boolean {
  return new Set(rows.map(daysOf)).size > 1
}

/** The numbers as a file: a line for each farm, and below it one for each of its growing areas. */
export function fileOf(rows: readonly FarmFigures[]): Cell[][] {
  const compared = rows.some(({ lastYear }) => lastYear)
  const heads = COLUMNS.map(headOf)
  const head = ['Farm', 'Growing area', 'From', 'To', ...heads, ...(compared ? heads.map(lastYearOf) : [])]
  const numbers = (figures?: Figures) => COLUMNS.map(({ key, unit }) => (figures ? inFile(figures[key], unit) : ''))
  const both = ({ figures, lastYear }: Pick<FarmFigures, 'figures' | 'lastYear'>) => [
    ...numbers(figures),
    ...(compared ? numbers(lastYear) : []),
  ]
  return [
    head,
    ...rows.flatMap(({ name, from = '', to, areas, ...row }) => [
      [name, '', from, to, ...both(row)],
      ...areas.map((area) => [name, area.name, from, to, ...both(area)]),
    ]),
  ]
}
