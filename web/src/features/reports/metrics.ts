import type { Bucket, Report } from '@/api'
import { type GraphType, type MetricKey, type MetricRow, REPORTED } from './model'

export type { MetricKey } from './model'

export type Unit = Report['unit']

interface Column {
  head: string
  unit: Unit
  of: (row: Bucket) => number | null
}

/** What a report shows, and what its page needs to know of it. The formulas are the server's (REP-18). */
export interface Metric {
  key: MetricKey
  /** As the API and the reader call it. */
  name: string
  /** How it comes about, in words that go on with when that is so. */
  formula: string
  /** How it begins where its parts can also be read as shares; null where they cannot. */
  graph: GraphType | null
  /** Its parts are count types, not segments (REP-6). */
  counted: boolean
  /** It can be asked of today alone by the report's own toggle (REP-5). */
  snapshot: boolean
  /** Each bucket stands for itself; the others say what is so at their end. */
  inBucket: boolean
  /** Columns are drawn also where they are no shares. */
  columns: boolean
  /** The metric of all animals asked about; null where the parts say it all. */
  whole: Column | null
  /** The counts that it is made of, for the table. */
  made: Column[]
}

const RECEIVED: Column = { head: 'Received', unit: 'animals', of: (row) => row.received }
const HARVESTED: Column = { head: 'Harvested', unit: 'animals', of: (row) => row.harvested }
const LOST: Column = { head: 'Lost', unit: 'animals', of: (row) => row.lost }
const INVENTORY: Column = { head: 'Inventory', unit: 'animals', of: (row) => row.inventory }

/** What a page adds to the server's table: how the report is drawn, and what its table shows. */
type Page = Pick<Metric, 'made'> &
  Partial<Pick<Metric, 'counted' | 'snapshot' | 'columns'>> & {
    /** The metric of all animals asked about, where it is not the value; null where the parts say it all. */
    whole?: Column['of'] | null
  }

const PAGES: Record<MetricKey, Page> = {
  inventory: { snapshot: true, whole: INVENTORY.of, made: [RECEIVED, HARVESTED, LOST] },
  yield: { counted: true, columns: true, whole: null, made: [RECEIVED] },
  harvest: { columns: true, whole: (row) => row.harvest, made: [{ ...HARVESTED, head: 'Harvested so far' }] },
  size: { made: [INVENTORY] },
  mortality: { made: [RECEIVED, LOST] },
  yieldRate: { made: [RECEIVED, LOST] },
  return: { made: [RECEIVED, HARVESTED] },
}

function metricFrom({ key, name, unit, whole: adds, within, formula }: MetricRow): Metric {
  const { counted = false, snapshot = false, columns = false, whole, made } = PAGES[key]
  return {
    key,
    name,
    formula,
    graph: adds ? (counted ? 'share' : 'count') : null,
    counted,
    snapshot,
    inBucket: within,
    columns,
    whole: whole === null ? null : { head: name, unit, of: whole ?? ((row) => row.value) },
    made,
  }
}

export const METRICS = Object.fromEntries(REPORTED.map((row) => [row.key, metricFrom(row)])) as Record<
  MetricKey,
  Metric
>

/** The metric that an answer is about. */
export function metricOf({ metric }: Pick<Report, 'metric'>): Metric {
  return Object.values(METRICS).find(({ name }) => name === metric) ?? METRICS.inventory
}
