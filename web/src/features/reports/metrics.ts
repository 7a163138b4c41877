import type { Bucket, Report } from '@/api'
import type { ComparedKey, GraphType } from './model'

export type Unit = Report['unit']

export type MetricKey = ComparedKey | 'yield'

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

const line = { graph: null, counted: false, snapshot: false, inBucket: false, columns: false } as const

function percentMetric(key: MetricKey, name: string, made: Column[]): Metric {
  return { ...line, key, name, whole: { head: name, unit: 'percent', of: (row) => row.value }, made }
}

export const METRICS: Record<MetricKey, Metric> = {
  inventory: {
    ...line,
    key: 'inventory',
    name: 'Inventory',
    graph: 'count',
    snapshot: true,
    whole: INVENTORY,
    made: [RECEIVED, HARVESTED, LOST],
  },
  yield: {
    ...line,
    key: 'yield',
    name: 'Yield',
    graph: 'share',
    counted: true,
    columns: true,
    whole: null,
    made: [RECEIVED],
  },
  harvest: {
    ...line,
    key: 'harvest',
    name: 'Harvest',
    graph: 'count',
    inBucket: true,
    columns: true,
    whole: { head: 'Harvest', unit: 'animals', of: (row) => row.harvest },
    made: [{ ...HARVESTED, head: 'Harvested so far' }],
  },
  size: {
    ...line,
    key: 'size',
    name: 'Average Size',
    whole: { head: 'Average Size', unit: 'mm', of: (row) => row.value },
    made: [INVENTORY],
  },
  mortality: percentMetric('mortality', '% Mortality', [RECEIVED, LOST]),
  survival: percentMetric('survival', '% Yield', [RECEIVED, LOST]),
  return: percentMetric('return', '% Return', [RECEIVED, HARVESTED]),
}

/** The metric that an answer is about. */
export function metricOf({ metric }: Pick<Report, 'metric'>): Metric {
  return Object.values(METRICS).find(({ name }) => name === metric) ?? METRICS.inventory
}
