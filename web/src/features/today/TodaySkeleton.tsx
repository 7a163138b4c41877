import { Card } from '@/shared/ui/Card'
import { LoadingParts, Skeleton } from '@/shared/ui/Skeleton'
import classes from './Today.module.css'

/** Holds the place of the farm's needs and of its sentence. */
export function NeedsSkeleton() {
  return (
    <>
      <CardSkeleton title="Needs you" lines={3} />
      <LoadingParts className={classes.lines}>
        <Skeleton height={22} />
        <Skeleton height={22} width="60%" />
      </LoadingParts>
    </>
  )
}

export function CardSkeleton({ title, lines }: { title: string; lines: number }) {
  return (
    <Card title={title}>
      <LoadingParts className={classes.lines}>
        {Array.from({ length: lines }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
          <Skeleton key={index} height={36} />
        ))}
      </LoadingParts>
    </Card>
  )
}
