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
import { isDay } from '@/shared/lib/days'
import { RANGES } from '@/shared/lib/ranges'
import { oneOf, searchOf, text } from './values'

export const FARM_DEFAULTS = { tab: 'today', ...REPORT_DEFAULTS } as const

type Choices<V> = readonly { value: V }[]

const valuesOf = <V>(choices: Choices<V>) => choices.map(({ value }) => value)
const maybe = <const V>(choices: Choices<V>) => oneOf(valuesOf(choices), undefined)
const maybeText = text(undefined)
const day = (raw: unknown) => (typeof raw === 'string' && isDay(raw) ? raw : undefined)

/** One value or several of a filter; the URL repeats the key. */
const values = (raw: unknown): string[] | undefined =>
  typeof raw === 'string' ? [raw] : Array.isArray(raw) ? raw : undefined

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
  dates: oneOf(valuesOf(RANGES), FARM_DEFAULTS.dates),
  from: day,
  to: day,
  known: day,
  before: oneOf(['year'], undefined),
  every: oneOf(valuesOf(FREQUENCIES), FARM_DEFAULTS.every),
  by: oneOf(valuesOf(SEGMENTS), FARM_DEFAULTS.by),
  view: oneOf(valuesOf(VIEWS), FARM_DEFAULTS.view),
  mode: oneOf(valuesOf(MODES), FARM_DEFAULTS.mode),
  count: oneOf(valuesOf(COUNT_TYPES), FARM_DEFAULTS.count),
  graph: maybe(GRAPHS),
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
  animal: values,
  seed: values,
  year: values,
  month: values,
  size: values,
  equipment: values,
  fill: values,
  planted: values,
  place: values,
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
