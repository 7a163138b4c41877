import { Skeleton } from '@/shared/ui/Skeleton'
import classes from './Exports.module.css'

export function ExportsSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading the exports...</span>
      <div className={classes.bar}>
        <Skeleton height={50} width={134} shape="control" />
      </div>
      <div className={classes.boxes}>
        <Skeleton height={240} shape="card" />
        <Skeleton height={240} shape="card" />
      </div>
      <Skeleton height={240} shape="card" />
    </div>
  )
}
