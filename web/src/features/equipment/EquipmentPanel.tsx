import { Suspense } from 'react'
import { lazy } from '@/shared/ui/lazy'
import { Skeleton } from '@/shared/ui/Skeleton'
import classes from './Equipment.module.css'
import { EquipmentSkeleton } from './EquipmentSkeleton'
import type { EquipmentProps } from './model'

const EquipmentReport = lazy(() => import('./EquipmentReport'))

function PanelSkeleton() {
  return (
    <>
      <div className={classes.bar}>
        <Skeleton height={50} width={134} shape="control" />
        <Skeleton height={44} width={94} shape="control" />
      </div>
      <EquipmentSkeleton />
    </>
  )
}

/** The report of containers, whose code comes when it is first looked at. */
export function EquipmentPanel(props: EquipmentProps) {
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <EquipmentReport {...props} />
    </Suspense>
  )
}
