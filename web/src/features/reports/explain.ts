import type { Explanation, FigureEntry, FigureRequest } from '@/api'
import type { Cell } from '@/shared/lib/csv'
import { formatInstant } from '@/shared/lib/days'
import { exact, millimetres } from '@/shared/lib/numbers'
import { inWords } from './units'

/** Which number of a report is meant: of a row, the value of a series or one of the counts beside it, or a metric that stands beside that of the report. */
export type FigureAsk = Pick<FigureRequest, 'to' | 'series' | 'term' | 'earlier'> & { metric?: string }

/** A number that somebody wants explained. */
export interface AskedFigure {
  body: FigureRequest
  /** "Aug 2026, Lost" */
  name: string
}

/** What to divide by and into: "242 of 3,431 is 7.05%." */
export function sumWords({ value, sum, over, unit }: Explanation): string {
  if (value === null) return 'There is nothing that it could be worked out from.'
  if (over === null || unit === 'containers') return `${exact(value)} ${unit}, the sum of all entries.`
  const number = inWords(value, unit)
  if (unit === 'mm')
    return `${number}: the sizes below, each as often as the ${exact(over)} living animals it stands for.`
  return `${number}: ${exact(sum)} of ${exact(over)}.`
}

/** What an activity was, for people. */
export const DONE: Record<FigureEntry['activity'], string> = {
  plant: 'Planted',
  count: 'Counted',
  size: 'Measured',
  move: 'Moved',
  harvest: 'Harvested',
  loss: 'Lost',
  correction: 'Correction',
}

/** With its sign, since entries add and take away. */
export function signed(amount: number): string {
  const number = exact(Math.abs(Math.round(amount)))
  return amount < 0 ? `-${number}` : `+${number}`
}

/** The columns of the numbers, and what an entry has in each. */
export function amountColumns({ over, unit }: Pick<Explanation, 'over' | 'unit'>): {
  head: string
  of: (entry: FigureEntry) => string
}[] {
  if (unit === 'mm')
    return [
      { head: 'Size (mm)', of: (entry) => (entry.over === 0 ? '' : millimetres(entry.amount / entry.over)) },
      { head: 'Stands for', of: (entry) => signed(entry.over) },
    ]
  if (over === null)
    return [{ head: unit === 'containers' ? 'Containers' : 'Animals', of: (entry) => signed(entry.amount) }]
  return [
    { head: 'Part', of: (entry) => (entry.amount === 0 ? '' : signed(entry.amount)) },
    { head: 'Whole', of: (entry) => (entry.over === 0 ? '' : signed(entry.over)) },
  ]
}

/** The entries for a file, with the sums as the numbers that they are. */
export function fileOf(entries: FigureEntry[], answer: Explanation, timeZone?: string): Cell[][] {
  const over = answer.over !== null
  return [
    [
      'Date',
      'Activity',
      'Growing area',
      'Lot',
      'Amount',
      ...(over ? ['Over'] : []),
      'Recorded by',
      'Recorded at',
      'Note',
      'Number',
    ],
    ...entries.map((entry) => [
      entry.date,
      DONE[entry.activity],
      entry.area,
      entry.lot,
      entry.amount,
      ...(over ? [entry.over] : []),
      entry.by,
      formatInstant(entry.recordedAt, timeZone),
      entry.note,
      entry.number,
    ]),
    ['Sum', '', '', '', answer.sum, ...(over ? [answer.over ?? 0] : []), '', '', '', ''],
  ]
}
