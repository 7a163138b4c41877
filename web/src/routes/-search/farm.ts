import { FARM_TABS, TAB_KEYS } from '@/features/farms/model'
import {
  COMPARED,
  COUNT_TYPES,
  FREQUENCIES,
  GRAPHS,
  MODES,
  metricKey,
  REPORT_DEFAULTS,
  SEGMENTS,
  VIEWS,
} from '@/features/reports/model'
import { RANGES } from '@/shared/lib/ranges'
import { FIELD_SEARCH } from './fields'
import { among, day, oneOf, searchOf, text } from './values'

export const FARM_DEFAULTS = { tab: 'today', ...REPORT_DEFAULTS } as const

const maybe = <const V>(choices: readonly { value: V }[]) => among(choices, undefined)
const maybeText = text(undefined)

/** A metric by its key, or by the key it used to have. */
const metric = (raw: unknown) => maybe(COMPARED)(metricKey(String(raw)))

/** A tab by its name, or by the number it used to have (AFARM-4); Farm Info for anything unknown. */
const tab = (raw: unknown) =>
  oneOf(FARM_TABS, 'info')(Object.hasOwn(TAB_KEYS, String(raw)) ? TAB_KEYS[String(raw)] : raw)

/** Every value in the address of a farm's page: its tab and everything that its reports show. */
export const FARM_SEARCH = {
  tab,
  report: text(FARM_DEFAULTS.report),
  area: text(FARM_DEFAULTS.area),
  dates: among(RANGES, FARM_DEFAULTS.dates),
  from: day,
  to: day,
  known: day,
  before: oneOf(['year'], undefined),
  every: among(FREQUENCIES, FARM_DEFAULTS.every),
  by: among(SEGMENTS, FARM_DEFAULTS.by),
  view: among(VIEWS, FARM_DEFAULTS.view),
  mode: among(MODES, FARM_DEFAULTS.mode),
  count: among(COUNT_TYPES, FARM_DEFAULTS.count),
  graph: maybe(GRAPHS),
  logDates: maybe(RANGES),
  logFrom: day,
  logTo: day,
  leftMetric: metric,
  leftBy: maybe(SEGMENTS),
  leftArea: maybeText,
  leftDates: maybe(RANGES),
  leftFrom: day,
  leftTo: day,
  leftView: maybe(VIEWS),
  leftGraph: maybe(GRAPHS),
  rightMetric: metric,
  rightBy: maybe(SEGMENTS),
  rightArea: maybeText,
  rightDates: maybe(RANGES),
  rightFrom: day,
  rightTo: day,
  rightView: maybe(VIEWS),
  rightGraph: maybe(GRAPHS),
  ...FIELD_SEARCH,
  /** Set on the way back from a payment (SUB-10). */
  invoicePaid: oneOf(['true'], undefined),
}

const read = searchOf(FARM_SEARCH)

/**
 * The bare address of a farm opens Today. One that says something but names no
 * tab either dates from when Farm Info had no name, or leads back from a payment.
 */
export function farmSearch(raw: Parameters<typeof read>[0]) {
  const found = read({ ...raw, tab: raw.tab ?? FARM_DEFAULTS.tab })
  if (raw.tab !== undefined) return found
  if (found.invoicePaid) return { ...found, tab: 'tagging' as const }
  const bare = Object.keys(FARM_SEARCH).every((name) => raw[name as keyof typeof raw] === undefined)
  return bare ? found : { ...found, tab: 'info' as const }
}
