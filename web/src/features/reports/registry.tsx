import type { ComponentType, ReactNode } from 'react'
import type { ReportRequest } from '@/api'
import type { Day } from '@/shared/lib/days'
import { CompareReport } from './CompareReport'
import { MetricReport } from './MetricReport'
import { METRICS, type MetricKey } from './metrics'
import { type ReportProps, type ReportSearch, type ReportsTabProps, SIDES } from './model'
import type { ReportKey } from './names'
import { requestOf } from './request'
import { metricOfSide, sideSearch } from './sides'

interface ReportEntry {
  key: ReportKey
  show: (props: ReportProps) => ReactNode
  /** What it asks before its farm is known; not given where another feature does. */
  asks?: (search: ReportSearch, day: Day) => (ReportRequest | null)[]
}

/** The reports (REP-1), each with what it shows. Those of other features are there when they are given. */
export function reportsWith({ panels = {}, onExport }: Pick<ReportsTabProps, 'panels' | 'onExport'>): ReportEntry[] {
  const of = (key: ReportKey & MetricKey): ReportEntry => ({
    key,
    show: (props) => <MetricReport {...props} metric={METRICS[key]} onExport={onExport} />,
    asks: (search, day) => [requestOf(search, METRICS[key], day)],
  })
  const given = (key: ReportKey, Panel?: ComponentType<ReportProps>): ReportEntry[] =>
    Panel ? [{ key, show: (props) => <Panel {...props} /> }] : []
  return [
    ...given('snapshot', panels.snapshot),
    of('inventory'),
    ...given('equipment', panels.equipment),
    of('yield'),
    of('harvest'),
    of('size'),
    {
      key: 'compare',
      show: (props) => <CompareReport {...props} />,
      asks: (search, day) => SIDES.map((side) => requestOf(sideSearch(search, side), metricOfSide(search, side), day)),
    },
    ...given('exports', panels.exports),
  ]
}

/** What the report asks before its farm is known; nothing where another feature asks. */
export function questionsOf(search: ReportSearch, day: Day): ReportRequest[] {
  const chosen = reportsWith({}).find(({ key }) => key === search.report)
  return chosen?.asks?.(search, day).filter((question) => question !== null) ?? []
}
