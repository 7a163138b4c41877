import { Suspense } from 'react'
import { lazy } from '@/shared/ui/lazy'
import { Skeleton } from '@/shared/ui/Skeleton'
import classes from './Dashboard.module.css'
import type { DashboardProps } from './model'
import { SquaresSkeleton } from './SquaresSkeleton'

const Dashboard = lazy(() => import('./Dashboard'))

function PanelSkeleton() {
  return (
    <>
      <div className={classes.bar}>
        <Skeleton height={50} width={134} shape="control" />
        <Skeleton height={44} width={66} shape="control" />
      </div>
      <SquaresSkeleton />
    </>
  )
}

/** The dashboard, whose code comes when it is first looked at. */
export function DashboardPanel(props: DashboardProps) {
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <Dashboard {...props} />
    </Suspense>
  )
}
