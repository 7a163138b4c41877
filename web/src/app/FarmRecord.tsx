import { Suspense } from 'react'
import { type FarmRecord as Farm, useMay } from '@/api'
import { FarmInfo } from '@/features/farms'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { lazy } from '@/shared/ui/lazy'
import { Loading } from '@/shared/ui/Skeleton'

const FarmHistory = lazy(() => import('./FarmHistory'))

interface Props {
  farm: Farm
  section: FarmSection
}

/** The record of a farm, and for staff what was done to it. */
export default function FarmRecord({ farm, section }: Props) {
  const told = useMay('admin-users') && section === 'farms'
  return (
    <FarmInfo
      farm={farm}
      section={section}
      history={
        told && (
          <Suspense fallback={<Loading height={320} shape="card" />}>
            <FarmHistory farm={farm} />
          </Suspense>
        )
      }
    />
  )
}
