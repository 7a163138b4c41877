import type { Bucket, Report } from '@/api'
import type { FigureAsk } from './explain'
import { type GraphType, type MetricKey, type MetricRow, REPORTED } from './model'

export type { MetricKey } from './model'

export type Unit = Report['unit']

interface Column {
  head: string
  unit: Unit
  of: (row: Bucket) => number | null
  /** What the server calls it, where it is not the value; null where it is worked out here and opens to nothing. */
  term?: FigureAsk['term'] | null
}

/** What a report shows, and what its page needs to know about it. The formulas are the server's (REP-18). */
export interface Metric {
  key: MetricKey
  /** As the API and the reader call it. */
  name: string
  /** How it is worked out, in words that continue with when it applies. */
  formula: string
  /** The same of a part of the farm; empty where it is the same. */
  ofPart: string
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
  /** The metric for all animals asked about; null if the parts say it all. */
  whole: Column | null
  /** The counts that make it up, for the table. */
  made: Column[]
}

const RECEIVED: Column = { head: 'Received', unit: 'animals', of: (row) => row.received, term: 'received' }
const ENTERED: Column = { head: 'Entered', unit: 'animals', of: (row) => row.entered ?? null, term: 'entered' }
const HARVESTED: Column = { head: 'Harvested', unit: 'animals', of: (row) => row.harvested, term: 'harvested' }
const LOST: Column = { head: 'Lost', unit: 'animals', of: (row) => row.lost, term: 'lost' }
const INVENTORY: Column = { head: 'Inventory', unit: 'animals', of: (row) => row.inventory, term: 'inventory' }

const AT_RISK: Column = { head: 'At risk', unit: 'animals', of: (row) => row.atRisk, term: 'atRisk' }
const LOSS: Column = { head: 'Lost', unit: 'animals', of: (row) => row.loss, term: 'loss' }
const SO_FAR: Column = {
  head: '% Mortality so far',
  unit: 'percent',
  of: (row) => (wholeOf(row).all === 0 ? null : (100 * row.lost) / wholeOf(row).all),
  term: null,
}

/** What a page adds to the server's table: how the report is drawn, and what its table shows. */
type Page = Pick<Metric, 'made'> &
  Partial<Pick<Metric, 'counted' | 'snapshot' | 'columns'>> & {
    /** The metric of all animals asked about, where it is not the value; null where the parts say it all. */
    whole?: Pick<Column, 'of' | 'term'> | null
  }

const PAGES: Record<MetricKey, Page> = {
  inventory: { snapshot: true, whole: INVENTORY, made: [RECEIVED, HARVESTED, LOST] },
  yield: { counted: true, columns: true, whole: null, made: [RECEIVED] },
  harvest: {
    columns: true,
    whole: { of: (row) => row.harvest, term: 'harvest' },
    made: [{ ...HARVESTED, head: 'Harvested so far' }],
  },
  size: { made: [INVENTORY] },
  intervalMortality: { made: [LOSS, AT_RISK, SO_FAR] },
  mortality: { made: [RECEIVED, LOST] },
  yieldRate: { made: [RECEIVED, LOST] },
  return: { made: [RECEIVED, HARVESTED] },
}

function metricFrom({ key, name, unit, whole: adds, within, formula, ofPart }: MetricRow): Metric {
  const { counted = false, snapshot = false, columns = false, whole, made } = PAGES[key]
  return {
    key,
    name,
    formula,
    ofPart,
    graph: adds ? (counted ? 'share' : 'count') : null,
    counted,
    snapshot,
    inBucket: within,
    columns,
    whole: whole === null ? null : { of: (row) => row.value, ...whole, head: name, unit },
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

/** Whether rates stand over what entered: of a part of the farm they do. */
export function overEntered({ data }: Pick<Report, 'data'>): boolean {
  return data[0]?.entered !== undefined
}

/** The counts that make an answer up. */
export function madeOf(answer: Report): Column[] {
  const { made } = metricOf(answer)
  return overEntered(answer) ? made.map((column) => (column === RECEIVED ? ENTERED : column)) : made
}

/** What rates stand over, and its word. */
export function wholeOf({ entered, received }: Pick<Bucket, 'entered' | 'received'>): { all: number; came: string } {
  return entered === undefined ? { all: received, came: 'received' } : { all: entered, came: 'entered' }
}
