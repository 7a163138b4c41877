import * as v from 'valibot'
import { FARM_TABS } from '@/features/farms/model'
import { FREQUENCIES, RANGES, REPORT_DEFAULTS, SEGMENTS } from '@/features/reports/model'
import { isDay } from '@/shared/lib/days'

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

/** A farm's page: its tab and everything that its reports show. What cannot be read falls back to its default. */
export const farmSearch = v.object({
  tab: oneOf(FARM_TABS, FARM_DEFAULTS.tab),
  report: text(FARM_DEFAULTS.report),
  area: text(FARM_DEFAULTS.area),
  dates: oneOf(valuesOf(RANGES), FARM_DEFAULTS.dates),
  from: day,
  to: day,
  every: oneOf(valuesOf(FREQUENCIES), FARM_DEFAULTS.every),
  by: oneOf(valuesOf(SEGMENTS), FARM_DEFAULTS.by),
  view: oneOf(['chart', 'table'] as const, FARM_DEFAULTS.view),
  animal: values,
  seed: values,
  year: values,
  month: values,
  size: values,
  equipment: values,
  fill: values,
  planted: values,
  place: values,
})
