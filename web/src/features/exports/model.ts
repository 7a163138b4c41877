import type { Export, ExportQuery, Farm } from '@/api'
import { formatRange } from '@/shared/lib/days'
import { counted, sizeWords } from '@/shared/lib/numbers'
import { RANGES, type RangeKey, rangeProblem } from '@/shared/lib/ranges'
import type { HistoryEntry } from '@/shared/ui/useTyping'

/** The growing area, which all reports share, and the Harvest Log's own dates; they live in the URL. */
export interface ExportSearch {
  area: string
  logDates?: RangeKey
  logFrom?: string
  logTo?: string
}

export const LOG_DATES: RangeKey = '90'

export interface ExportsProps {
  farm: Farm
  search: ExportSearch
  onChange: (part: Partial<ExportSearch>, entry?: HistoryEntry) => void
  onExport: (query: ExportQuery, regularly?: boolean) => void
}

/** What a person wants to have sent, once or every week or month. */
export interface Asked {
  query: ExportQuery
  regularly: boolean
}

/** Who else is told about an export: the mobile shell around the page, if there is one. */
export interface ExportListener {
  onEmail: (metric: string, email: string) => void
  onSent: (metric: string, message: string) => void
  /** True if the listener shows the failure, so that the page need not (EXP-3). */
  onFailed: (metric: string, message: string) => boolean
}

/** Everything on the farm now. */
export function snapshotQuery({ area }: Pick<ExportSearch, 'area'>): ExportQuery {
  return { metric: 'Snapshot', activeLease: area || 'All' }
}

/** Everything harvested in the range; null while a custom range is not complete. */
export function harvestLogQuery(search: ExportSearch, today: string): ExportQuery | null {
  const { area, logDates: dates = LOG_DATES, logFrom: from, logTo: to } = search
  const activeLease = area || 'All'
  if (dates !== 'custom') {
    const dateRange = RANGES.find(({ value }) => value === dates)?.label
    return { metric: 'HarvestLog', activeLease, dateRange }
  }
  if (rangeProblem(from, to, today)) return null
  return { metric: 'HarvestLog', activeLease, dateRange: 'Custom', startDate: from, endDate: to }
}

/** Reports have the same names as in their navigation. */
export function exportName(metric: string): string {
  return metric === 'HarvestLog' ? 'Harvest Log' : metric
}

/** What tells an export apart from others of the same report: 'Site A, 14 to 20 Nov 2026. Size: Petite.' */
export function askedWords({ area, startDate, endDate, filters }: Export): string {
  const where = area === 'All' ? 'All growing areas' : area || 'A growing area that was deleted'
  const days = startDate && formatRange(startDate, endDate)
  return [[where, days].filter(Boolean).join(', '), ...filters].join('. ')
}

/** How far along an export is, in words. */
export function stateWords({ state, percent, rows, bytes, message }: Export): string {
  if (state === 'waiting') return 'Waiting for its turn'
  if (state === 'working') return `Working, ${Math.round(percent)}%`
  if (state === 'failed') return message || 'It failed. Request it again.'
  return `Sent, ${counted(rows, 'row')}, ${sizeWords(bytes)}`
}

/** True while the file can be downloaded. A link that has expired is not shown. */
export function isDownloadable({ state, url, expiresAt }: Export, now: number): boolean {
  return state === 'done' && Boolean(url) && (expiresAt === null || expiresAt > now)
}
