import type { Farm, Report } from '@/api'
import { formatDay, formatRange } from '@/shared/lib/days'
import { everyOf } from './buckets'
import { splitOf } from './figure'
import { filterWords } from './filters'
import { FREQUENCIES, labelOf, type ReportSearch } from './model'
import { areaName, printedWords } from './paper'

/** More than these fill hundreds of sheets, and stop the browser while it lays them out. */
export const MOST_PRINTED = 100_000

/** From this many columns on, a sheet lies on its side. */
export const WIDE = 8

/** As many columns as fit beside their rows' names on a sheet on its side. */
const ON_A_SHEET = 14

/** Which columns stand in which table, from and to: as even as can be. */
export function slicesOf(columns: number): [from: number, to: number][] {
  const tables = Math.max(1, Math.ceil(columns / ON_A_SHEET))
  const each = Math.ceil(columns / tables)
  return Array.from({ length: tables }, (_, at) => [at * each, Math.min(columns, (at + 1) * each)])
}

const TOGETHER: Record<string, string> = { 'Shell Stock': 'shell stock', Harvested: 'harvested', Lost: 'lost' }

/** What a sheet is about, since there are no controls on it: "All growing areas, 24 Aug to 21 Nov 2026, monthly, by Size. Seed Source: Taylor. Printed 21 Nov 2026." */
export function askedWords(answer: Report, ofToday: boolean, farm: Farm, search: ReportSearch): string {
  const area = areaName(farm, answer.activeLease)
  const days = ofToday
    ? [formatDay(answer.endDate)]
    : [formatRange(answer.startDate, answer.endDate), labelOf(FREQUENCIES, everyOf(answer)).toLowerCase()]
  const split = answer.segment && !(answer.segment in TOGETHER) && answer.segment !== 'All Count Types'
  const about = [area, ...days, ...(split ? [`by ${splitOf(answer).replace(/^By /, '')}`] : [])].join(', ')
  const known = answer.knownOn ? [`As known on ${formatDay(answer.knownOn)}.`] : []
  return [`${about}.`, ...known, ...filterWords(search), printedWords(farm)].join(' ')
}

/** The same of a report that is only about today: "Equipment. All growing areas. Printed 21 Nov 2026." */
export function ofTodayWords(label: string, farm: Farm, { area }: Pick<ReportSearch, 'area'>): string {
  return `${label}. ${areaName(farm, area)}. ${printedWords(farm)}`
}
