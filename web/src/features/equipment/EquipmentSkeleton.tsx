import { Skeleton } from '@/shared/ui/Skeleton'
import classes from './Equipment.module.css'

export function EquipmentSkeleton() {
  return (
    <div className={classes.found} role="status">
      <span className="visually-hidden">Loading the containers...</span>
      <div className={classes.totals}>
        <Skeleton height={112} shape="card" />
        <Skeleton height={112} shape="card" />
      </div>
      <Skeleton height={320} shape="card" />
    </div>
  )
}
