import type { Bucket, Report } from '@/api'
import { type GraphType, type MetricKey, type MetricRow, REPORTED } from './model'

export type { MetricKey } from './model'

export type Unit = Report['unit']

/** What a report is, which its page and its question need to know. Its table is in columns.ts, its formula the server's (REP-18). */
export interface Metric {
  key: MetricKey
  /** As the API and the reader call it. */
  name: string
  /** How it is shown at first if its parts can be read as shares; null if they cannot. */
  graph: GraphType | null
  /** Its parts are count types, not segments (REP-6). */
  counted: boolean
  /** The report's own toggle can limit it to today (REP-5). */
  snapshot: boolean
  /** Each bucket stands for itself; otherwise it says how things are at its end. */
  inBucket: boolean
  /** Columns are drawn even if they are not shares. */
  columns: boolean
}

/** What a page adds to the server's table: how the report is drawn. */
const DRAWN: Partial<Record<MetricKey, Partial<Pick<Metric, 'counted' | 'snapshot' | 'columns'>>>> = {
  inventory: { snapshot: true },
  yield: { counted: true, columns: true },
  harvest: { columns: true },
}

function metricFrom({ key, name, whole: adds, within }: MetricRow): Metric {
  const { counted = false, snapshot = false, columns = false } = DRAWN[key] ?? {}
  return { key, name, graph: adds ? (counted ? 'share' : 'count') : null, counted, snapshot, inBucket: within, columns }
}

export const METRICS = Object.fromEntries(REPORTED.map((row) => [row.key, metricFrom(row)])) as Record<
  MetricKey,
  Metric
>

/** The metric that an answer is about. */
export function metricOf({ metric }: Pick<Report, 'metric'>): Metric {
  return Object.values(METRICS).find(({ name }) => name === metric) ?? METRICS.inventory
}

/** Whether rates stand over what entered: of a part of the farm they do. */
export function overEntered({ data }: Pick<Report, 'data'>): boolean {
  return data[0]?.entered !== undefined
}

/** What rates stand over, and its word. */
export function wholeOf({ entered, received }: Pick<Bucket, 'entered' | 'received'>): { all: number; came: string } {
  return entered === undefined ? { all: received, came: 'received' } : { all: entered, came: 'entered' }
}
