import { type ComponentType, type ReactNode, Suspense } from 'react'
import { lazy } from '@/shared/ui/lazy'
import { FigureSkeleton } from './FigureSkeleton'
import { MetricReport } from './MetricReport'
import { METRICS, type MetricKey } from './metrics'
import type { ReportProps, ReportsTabProps } from './model'
import type { ReportKey } from './names'

/** In a file of its own, which other reports do without. */
export const CompareReport = lazy(() => import('./CompareReport'))

interface ReportEntry {
  key: ReportKey
  show: (props: ReportProps) => ReactNode
}

/** The reports (REP-1), each with what it shows. Those of other features are included if given. */
export function reportsWith({ panels = {}, onExport }: Pick<ReportsTabProps, 'panels' | 'onExport'>): ReportEntry[] {
  const of = (key: ReportKey & MetricKey): ReportEntry => ({
    key,
    show: (props) => <MetricReport {...props} metric={METRICS[key]} onExport={onExport} />,
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
    of('intervalMortality'),
    {
      key: 'compare',
      show: (props) => (
        <Suspense fallback={<FigureSkeleton />}>
          <CompareReport {...props} />
        </Suspense>
      ),
    },
    ...given('exports', panels.exports),
  ]
}
