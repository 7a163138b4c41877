import { METRIC_TABLE } from '@/api'
import type { ReportSearch } from './model'

const nameOf = (metric: string) => METRIC_TABLE.find(({ key }) => key === metric)?.name ?? metric

/** The reports of a farm in the order of their navigation, by their names in the URL (REP-1). */
export const REPORTS = [
  { key: 'snapshot', label: 'Snapshot' },
  { key: 'inventory', label: nameOf('inventory') },
  { key: 'equipment', label: 'Equipment' },
  { key: 'yield', label: nameOf('yield') },
  { key: 'harvest', label: nameOf('harvest') },
  { key: 'size', label: nameOf('size') },
  { key: 'compare', label: 'Compare' },
  { key: 'exports', label: 'Exports' },
  { key: 'intervalMortality', label: 'Mortality' },
] as const

export type ReportKey = (typeof REPORTS)[number]['key']

/** The report that an address names, or the first if it names none that exists. */
export function reportOf(key: string): (typeof REPORTS)[number] {
  return REPORTS.find((report) => report.key === key) ?? REPORTS[0]
}

/** What changes with the report: the graph type is reset (REP-15). The growing area and the dates are kept. */
export function toReport(key: string): Partial<ReportSearch> {
  return { report: key, graph: undefined }
}
