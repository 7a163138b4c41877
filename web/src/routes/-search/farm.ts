import * as v from 'valibot'
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

const valuesOf = <V extends string>(choices: readonly { value: V }[]) => choices.map(({ value }) => value)

const day = v.optional(v.fallback(v.optional(v.pipe(v.string(), v.check(isDay))), undefined))

/** One value or several of a filter; the URL repeats the key. */
const values = v.optional(
  v.fallback(
    v.optional(
      v.union([
        v.array(v.string()),
        v.pipe(
          v.string(),
          v.transform((one) => [one]),
        ),
      ]),
    ),
    undefined,
  ),
)

export const FARM_DEFAULTS = { tab: 'info', ...REPORT_DEFAULTS } as const

const text = <const D extends string>(fallback: D) => v.optional(v.fallback(v.string(), fallback), fallback)
const oneOf = <V extends string, const D extends V>(choices: readonly V[], fallback: D) =>
  v.optional(v.fallback(v.picklist(choices), fallback), fallback)
const maybe = <V extends string>(choices: readonly V[]) =>
  v.optional(v.fallback(v.optional(v.picklist(choices)), undefined))
const maybeText = v.optional(v.fallback(v.optional(v.string()), undefined))

/** A metric by its key, or by the one that it had before. */
const metric = v.optional(
  v.fallback(v.optional(v.pipe(v.string(), v.transform(metricKey), v.picklist(valuesOf(COMPARED)))), undefined),
)

/** A tab by its name, or by its number of old (AFARM-4). */
const tab = v.pipe(
  v.string(),
  v.transform((text) => (Object.hasOwn(TAB_KEYS, text) ? TAB_KEYS[text] : text)),
  v.picklist(FARM_TABS),
)

/** A farm's page: its tab and everything that its reports show. What cannot be read falls back to its default. */
export const farmSearch = v.object({
  tab: v.optional(v.fallback(tab, FARM_DEFAULTS.tab), FARM_DEFAULTS.tab),
  report: text(FARM_DEFAULTS.report),
  area: text(FARM_DEFAULTS.area),
  dates: oneOf(valuesOf(RANGES), FARM_DEFAULTS.dates),
  from: day,
  to: day,
  every: oneOf(valuesOf(FREQUENCIES), FARM_DEFAULTS.every),
  by: oneOf(valuesOf(SEGMENTS), FARM_DEFAULTS.by),
  view: oneOf(valuesOf(VIEWS), FARM_DEFAULTS.view),
  mode: oneOf(valuesOf(MODES), FARM_DEFAULTS.mode),
  count: oneOf(valuesOf(COUNT_TYPES), FARM_DEFAULTS.count),
  graph: maybe(valuesOf(GRAPHS)),
  leftMetric: metric,
  leftBy: maybe(valuesOf(SEGMENTS)),
  leftArea: maybeText,
  leftDates: maybe(valuesOf(RANGES)),
  leftFrom: day,
  leftTo: day,
  leftView: maybe(valuesOf(VIEWS)),
  leftGraph: maybe(valuesOf(GRAPHS)),
  rightMetric: metric,
  rightBy: maybe(valuesOf(SEGMENTS)),
  rightArea: maybeText,
  rightDates: maybe(valuesOf(RANGES)),
  rightFrom: day,
  rightTo: day,
  rightView: maybe(valuesOf(VIEWS)),
  rightGraph: maybe(valuesOf(GRAPHS)),
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
  invoicePaid: maybe(['true']),
})
