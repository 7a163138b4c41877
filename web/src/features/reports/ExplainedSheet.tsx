import { Suspense } from 'react'
import type { Farm } from '@/api'
import { lazy } from '@/shared/ui/lazy'
import { Sheet } from '@/shared/ui/Sheet'
import { Loading } from '@/shared/ui/Skeleton'
import type { AskedFigure } from './explain'

const Explained = lazy(() => import('./Explained'))

interface Props {
  farm: Pick<Farm, '_id' | 'name' | 'timeZone'>
  /** Null while none is open. */
  asked: AskedFigure | null
  onClose: () => void
}

/** Where a number opens to the entries that make it. */
export function ExplainedSheet({ farm, asked, onClose }: Props) {
  return (
    <Sheet title={asked?.name ?? ''} wide open={asked !== null} onClose={onClose}>
      {asked && (
        <Suspense fallback={<Loading height={240} shape="card" />}>
          <Explained farmId={farm._id} farmName={farm.name} timeZone={farm.timeZone} {...asked} />
        </Suspense>
      )}
    </Sheet>
  )
}
