import { Suspense } from 'react'
import { lazy } from '@/shared/ui/lazy'
import { ExportsSkeleton } from './ExportsSkeleton'
import type { ExportsProps } from './model'

const ExportsReport = lazy(() => import('./ExportsReport'))

/** The exports, whose code comes when they are first looked at. */
export function ExportsPanel(props: ExportsProps) {
  return (
    <Suspense fallback={<ExportsSkeleton />}>
      <ExportsReport {...props} />
    </Suspense>
  )
}
