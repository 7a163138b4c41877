import type { Growth } from '@/api'
import { formatDay, formatRange } from '@/shared/lib/days'
import { counted, exact } from '@/shared/lib/numbers'

/** A length or a growth, to a tenth. */
export const mm = (value: number) => exact(Math.round(10 * value) / 10)

export function perMonth(growth: number | null | undefined): string {
  return growth === null || growth === undefined ? 'Not known' : `${mm(growth)} mm a month`
}

/** When market size is reached, or why nobody can say. */
export function forecastWords({ days, date, why }: Growth['lots'][number]['forecast']): string {
  if (days === null) return why.replace(/\d{4}-\d\d-\d\d/, formatDay)
  return days === 0 ? 'Of market size' : `${counted(days, 'day')}: ${formatDay(date)}`
}

/** Three inches are what many markets ask for. */
export const inches = (size: number) => exact(Math.round((10 * size) / 25.4) / 10)

/** Of how many animals the lengths are, when they were measured, and who is left out. */
export function restsOn({ distribution, living, withoutLengths, notMeasured, oldest, newest }: Growth): string {
  const of = `${exact(distribution.animals)} of ${counted(living, 'living animal')}, by the lengths of ${exact(distribution.measured)} that were measured ${oldest === newest ? `on ${formatDay(newest)}` : `from ${formatRange(oldest, newest)}`}.`
  const left = [
    withoutLengths > 0 && `of ${exact(withoutLengths)} only the mean was measured last`,
    notMeasured > 0 && `${exact(notMeasured)} were never measured`,
  ].filter((words) => words !== false)
  return left.length > 0 ? `${of} Left out: ${left.join('; ')}.` : of
}
