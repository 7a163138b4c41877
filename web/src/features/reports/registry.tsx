import type { ComponentType, ReactNode } from 'react'
import { CompareReport } from './CompareReport'
import { MetricReport } from './MetricReport'
import { METRICS, type MetricKey } from './metrics'
import type { ReportProps, ReportSearch, ReportsTabProps } from './model'

interface ReportEntry {
  /** Its name in the URL. */
  key: string
  label: string
  show: (props: ReportProps) => ReactNode
}

/** The reports in the order of their navigation (REP-1). Those of other features are there when they are given. */
export function reportsWith({ panels = {}, onExport }: Pick<ReportsTabProps, 'panels' | 'onExport'>): ReportEntry[] {
  const of = (key: MetricKey): ReportEntry => ({
    key,
    label: METRICS[key].name,
    show: (props) => <MetricReport {...props} metric={METRICS[key]} onExport={onExport} />,
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
    { key: 'compare', label: 'Compare', show: (props) => <CompareReport {...props} /> },
    ...given('exports', 'Exports', panels.exports),
  ]
}

/** What changes with the report: the graph type begins anew (REP-15). The growing area and the dates are kept. */
export function toReport(key: string): Partial<ReportSearch> {
  return { report: key, graph: undefined }
}
