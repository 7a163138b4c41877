import type { Inventory } from '@/api'
import type { Cell } from '@/shared/lib/csv'
import { type Day, dayAndMonth, formatDay, formatMonth, monthName } from '@/shared/lib/days'
import type { FrequencyKey } from './model'

/** A line of the chart and a column of the table. */
export interface Series {
  key: string
  label: string
  values: number[]
}

const BUCKET_HEADS: Record<FrequencyKey, string> = { year: 'Year', month: 'Month', week: 'Week to', day: 'Day' }

type Rows = Pick<Inventory, 'data'>['data']

/** The series of an answer; an answer that is not split has one, the inventory itself. */
export function seriesOf({ segment, series, data }: Pick<Inventory, 'segment' | 'series' | 'data'>): Series[] {
  if (!segment) return [{ key: 'inventory', label: 'Inventory', values: data.map((row) => row.inventory) }]
  return series.map(({ key, label }, index) => ({ key, label, values: data.map((row) => row.values[index] ?? 0) }))
}

/** A bucket's name in the table: its year, its month, or the day it ends. */
export function bucketName(to: Day, every: FrequencyKey): string {
  if (every === 'year') return to.slice(0, 4)
  return every === 'month' ? formatMonth(to) : formatDay(to)
}

/** A bucket's name on the axis: as short as can be without doubt. */
export function axisName(to: Day, every: FrequencyKey, years: number): string {
  if (every === 'year') return to.slice(0, 4)
  if (every === 'month') return years > 1 ? formatMonth(to) : monthName(to)
  return years > 1 ? formatDay(to) : dayAndMonth(to)
}

export function yearsIn(rows: Rows): number {
  return new Set(rows.map((row) => row.to.slice(0, 4))).size
}

export interface Grid {
  head: string[]
  rows: { name: string; numbers: number[] }[]
}

/** The exact numbers in rows and columns, for the table and for the file. */
export function gridOf(answer: Inventory, every: FrequencyKey): Grid {
  const split = answer.segment ? seriesOf(answer) : []
  return {
    head: [BUCKET_HEADS[every], ...split.map(({ label }) => label), 'Inventory', 'Received', 'Harvested', 'Lost'],
    rows: answer.data.map((row, index) => ({
      name: bucketName(row.to, every),
      numbers: [...split.map(({ values }) => values[index] ?? 0), row.inventory, row.received, row.harvested, row.lost],
    })),
  }
}

export function cellsOf({ head, rows }: Grid): Cell[][] {
  return [head, ...rows.map(({ name, numbers }) => [name, ...numbers])]
}

/** True when no animal was ever received: there is nothing to draw. */
export function isEmpty(rows: Rows): boolean {
  return rows.every((row) => row.received === 0 && row.harvested === 0 && row.lost === 0 && row.planted === 0)
}
