import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FarmRecord, latestEntriesQuery } from '@/api'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { Loading } from '@/shared/ui/Skeleton'
import classes from './Audit.module.css'
import { Entries } from './Entries'

/** For staff: what was done to the farm last, on its own clock, and the way to all of it. */
export function LatestEntries({ farm: { _id, timeZone, version } }: { farm: FarmRecord }) {
  const entries = useQuery(latestEntriesQuery(_id, version))
  return (
    <Card
      title="History"
      action={
        <Link to="/farms/$farmId/history" params={{ farmId: _id }}>
          All history
        </Link>
      }
    >
      {entries.isPending && <Loading height={240} />}
      {entries.isError && !entries.data && <Failure query={entries} />}
      {entries.data?.data.length === 0 && <p className="quiet">Nothing has been done yet.</p>}
      {entries.data && entries.data.data.length > 0 && (
        <div className={classes.latest}>
          <Entries rows={entries.data.data} timeZone={timeZone} />
        </div>
      )}
    </Card>
  )
}
