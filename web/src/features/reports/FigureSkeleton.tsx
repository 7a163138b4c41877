import { LoadingParts, Skeleton } from '@/shared/ui/Skeleton'
import classes from './ChartFigure.module.css'

/** The outline of a figure, as large as what will replace it. */
export function FigureSkeleton() {
  return (
    <LoadingParts words="Loading the report..." className={classes.figure}>
      <div className={classes.head}>
        <Skeleton height={22} width="min(280px, 60%)" />
      </div>
      <Skeleton height={18} width="min(560px, 100%)" />
      <div className={classes.chart}>
        <Skeleton height="100%" shape="control" />
      </div>
      <Skeleton height={20} width="min(240px, 50%)" />
    </LoadingParts>
  )
}
