import { Skeleton } from '@/shared/ui/Skeleton'
import classes from './Controls.module.css'
import { FigureSkeleton } from './FigureSkeleton'

/** The outline of a report: its controls and its figure. */
export function ReportSkeleton() {
  return (
    <>
      <div className={classes.bar}>
        <Skeleton height={50} width="min(760px, 100%)" shape="control" />
      </div>
      <FigureSkeleton />
    </>
  )
}
