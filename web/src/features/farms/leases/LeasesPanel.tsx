import { Suspense } from 'react'
import type { Farm } from '@/api'
import { lazy } from '@/shared/ui/lazy'
import { Skeleton } from '@/shared/ui/Skeleton'

const Leases = lazy(() => import('./Leases'))

const FRAME_PX = 112
const LEASE_PX = 132

/** The farm's leases. Their code comes by itself: the page of a farm stays small. */
export function LeasesPanel({ farm }: { farm: Farm }) {
  const height = FRAME_PX + Math.max(farm.leases.length, 1) * LEASE_PX
  return (
    <Suspense fallback={<Skeleton height={height} shape="card" />}>
      <Leases farm={farm} />
    </Suspense>
  )
}
