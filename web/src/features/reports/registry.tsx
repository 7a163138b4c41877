import type { ComponentType, ReactNode } from 'react'
import type { ReportRequest } from '@/api'
import type { Day } from '@/shared/lib/days'
import { CompareReport } from './CompareReport'
import { MetricReport } from './MetricReport'
import { METRICS, type MetricKey } from './metrics'
import { type ReportProps, type ReportSearch, type ReportsTabProps, SIDES } from './model'
import { requestOf } from './request'
import { metricOfSide, sideSearch } from './sides'

interface ReportEntry {
  /** Its name in the URL. */
  key: string
  label: string
  show: (props: ReportProps) => ReactNode
  /** What it asks before its farm is known; not given where another feature does. */
  asks?: (search: ReportSearch, day: Day) => (ReportRequest | null)[]
}

/** The reports in the order of their navigation (REP-1). Those of other features are there when they are given. */
export function reportsWith({ panels = {}, onExport }: Pick<ReportsTabProps, 'panels' | 'onExport'>): ReportEntry[] {
  const of = (key: MetricKey): ReportEntry => ({
    key,
    label: METRICS[key].name,
    show: (props) => <MetricReport {...props} metric={METRICS[key]} onExport={onExport} />,
    asks: (search, day) => [requestOf(search, METRICS[key], day)],
  })
  const given = (key: string, label: string, Panel?: ComponentType<ReportProps>): ReportEntry[] =>
    Panel ? [{ key, label, show: (props) => <Panel {...props} /> }] : []
  return [
    ...given('snapshot', 'Snapshot', panels.snapshot),
    of('inventory'),
    ...given('equipment', 'Equipment', panels.equipment),
    of('yield'),
    of('harvest'),
    of('size'),
    {
      key: 'compare',
      label: 'Compare',
      show: (props) => <CompareReport {...props} />,
      asks: (search, day) => SIDES.map((side) => requestOf(sideSearch(search, side), metricOfSide(search, side), day)),
    },
    ...given('exports', 'Exports', panels.exports),
  ]
}

/** What the report asks before its farm is known; nothing where another feature asks. */
export function questionsOf(search: ReportSearch, day: Day): ReportRequest[] {
  const chosen = reportsWith({}).find(({ key }) => key === search.report)
  return chosen?.asks?.(search, day).filter((question) => question !== null) ?? []
}

/** What changes with the report: the graph type begins anew (REP-15). The growing area and the dates are kept. */
export function toReport(key: string): Partial<ReportSearch> {
  return { report: key, graph: undefined }
}
