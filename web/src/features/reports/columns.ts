import type { Bucket, Report } from '@/api'
import type { FigureAsk } from './explain'
import { metricOf, overEntered, type Unit, wholeOf } from './metrics'
import { type MetricKey, REPORTED } from './model'

interface Column {
  head: string
  unit: Unit
  of: (row: Bucket) => number | null
  /** What the server calls it, where it is not the value: a count, or the value of another metric. */
  ask?: Pick<FigureAsk, 'term' | 'metric'>
  /** Its 0 does not open: the entries may add up to less. */
  closedAtZero?: boolean
}

const RECEIVED: Column = { head: 'Received', unit: 'animals', of: (row) => row.received, ask: { term: 'received' } }
const ENTERED: Column = { head: 'Entered', unit: 'animals', of: (row) => row.entered ?? null, ask: { term: 'entered' } }
const HARVESTED: Column = { head: 'Harvested', unit: 'animals', of: (row) => row.harvested, ask: { term: 'harvested' } }
const LOST: Column = { head: 'Lost', unit: 'animals', of: (row) => row.lost, ask: { term: 'lost' } }
const INVENTORY: Column = { head: 'Inventory', unit: 'animals', of: (row) => row.inventory, ask: { term: 'inventory' } }
const MISSING: Column = {
  head: 'Missing',
  unit: 'animals',
  of: (row) => row.missing,
  ask: { term: 'missing' },
  closedAtZero: true,
}

const AT_RISK: Column = { head: 'At risk', unit: 'animals', of: (row) => row.atRisk, ask: { term: 'atRisk' } }
const LOSS: Column = { head: 'Lost', unit: 'animals', of: (row) => row.loss, ask: { term: 'loss' } }
const MISSING_IN: Column = { ...MISSING, of: (row) => row.missingIn, ask: { term: 'missingIn' } }
const SO_FAR: Column = {
  head: '% Mortality so far',
  unit: 'percent',
  of: (row) => (wholeOf(row).all === 0 ? null : (100 * row.lost) / wholeOf(row).all),
  ask: { metric: '% Mortality' },
}

/** What the table of a report has. */
interface Table {
  /** The metric of all animals asked about, where it is not the value; null where the parts say it all. */
  whole?: Pick<Column, 'of' | 'ask'> | null
  /** The counts that make it up. */
  made: Column[]
}

const TABLES: Record<MetricKey, Table> = {
  inventory: { whole: INVENTORY, made: [RECEIVED, HARVESTED, LOST] },
  yield: { whole: null, made: [RECEIVED, MISSING] },
  harvest: {
    whole: { of: (row) => row.harvest, ask: { term: 'harvest' } },
    made: [{ ...HARVESTED, head: 'Harvested so far' }],
  },
  size: { made: [INVENTORY] },
  intervalMortality: { made: [LOSS, MISSING_IN, AT_RISK, SO_FAR] },
  mortality: { made: [RECEIVED, LOST, MISSING] },
  yieldRate: { made: [RECEIVED, LOST, MISSING] },
  return: { made: [RECEIVED, HARVESTED] },
}

/** The metric of an answer for all animals asked about; null if the parts say it all. */
export function wholeColumn(answer: Pick<Report, 'metric'>): Column | null {
  const { key, name } = metricOf(answer)
  const { whole } = TABLES[key]
  const unit = REPORTED.find((row) => row.key === key)?.unit ?? 'animals'
  return whole === null ? null : { of: (row) => row.value, ...whole, head: name, unit }
}

/** The counts that make an answer up. */
export function madeOf(answer: Report): Column[] {
  const { made } = TABLES[metricOf(answer).key]
  return overEntered(answer) ? made.map((column) => (column === RECEIVED ? ENTERED : column)) : made
}
