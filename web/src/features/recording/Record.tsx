import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Farm, farmQuery, type Held, journalQuery, placesQuery } from '@/api'
import { todayAt } from '@/shared/lib/days'
import { DETAIL_PATH, type FarmSection, UPLOAD_PATH } from '@/shared/lib/farmPaths'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Failure } from '@/shared/ui/Failure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { Notice } from '@/shared/ui/Notice'
import { LoadingParts, Skeleton } from '@/shared/ui/Skeleton'
import type { ActivityName } from './names'
import { RECENT, Recent } from './Recent'
import classes from './Record.module.css'
import { RecordForm } from './RecordForm'
import type { Begins } from './useRecordForm'

interface Props {
  section: FarmSection
  farmId: string
  /** What is being recorded; lives in the URL. */
  activity: ActivityName | undefined
  /** The growing area and lot that the address names. */
  begins: Begins
  onActivity: (activity: ActivityName) => void
}

/** Enters by hand in the farm's book what a person did there. */
export function Record({ section, farmId, activity, begins, onActivity }: Props) {
  const farm = useQuery(farmQuery(farmId))
  const places = useQuery(placesQuery(farmId))
  const failed = [farm, places].find(({ isError, data }) => isError && !data)
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm.data?.name ?? ''} title="Record" />
      {failed && <Failure query={failed} />}
      {!failed && !(farm.data && places.data) && <RecordSkeleton />}
      {farm.data && places.data && (
        <Loaded
          section={section}
          farm={withOpenAreas(farm.data)}
          places={places.data}
          activity={activity}
          begins={begins}
          onActivity={onActivity}
        />
      )}
    </>
  )
}

/** The farm with only the growing areas in use: nothing can be put where a lease has ended. */
function withOpenAreas(farm: Farm): Farm {
  return { ...farm, leases: farm.leases.filter(({ endedOn }) => !endedOn) }
}

interface LoadedProps extends Omit<Props, 'farmId'> {
  farm: Farm
  places: Held[]
}

function Loaded({ section, farm, places, activity, begins, onActivity }: LoadedProps) {
  if (farm.leases.length === 0) return <NoAreas section={section} farm={farm} />
  return (
    <Entering
      section={section}
      farm={farm}
      places={places}
      activity={activity}
      begins={begins}
      onActivity={onActivity}
    />
  )
}

function Entering({ section, farm, places, activity, begins, onActivity }: LoadedProps) {
  const { data: recorded = [] } = useQuery(journalQuery(farm._id, RECENT))
  const nothing = places.length === 0 && recorded.length === 0
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        {nothing && (
          <Notice kind="info">
            Nothing lives here yet. Once you have recorded a planting, animals can be counted, moved and harvested.
          </Notice>
        )}
        <RecordForm
          section={section}
          farm={farm}
          places={places}
          plantOnly={nothing}
          activity={nothing ? 'plant' : activity}
          begins={begins}
          onActivity={onActivity}
        />
      </div>
      <Recent section={section} farm={farm} today={todayAt(farm)} />
    </div>
  )
}

/** Animals live in growing areas, so there must be one first. */
function NoAreas({ section, farm }: { section: Props['section']; farm: Farm }) {
  return (
    <Card>
      <EmptyState drawing="water" title="No growing areas yet.">
        <p>
          Everything you record belongs to one.{' '}
          <Link to={DETAIL_PATH[section]} params={{ farmId: farm._id }} search={{ tab: 'info' }}>
            Add a growing area
          </Link>{' '}
          to the farm, or{' '}
          <Link to={UPLOAD_PATH[section]} params={{ farmId: farm._id }}>
            upload its groups
          </Link>
          , which makes them.
        </p>
      </EmptyState>
    </Card>
  )
}

function RecordSkeleton() {
  return (
    <LoadingParts className={classes.page}>
      <Skeleton height={420} shape="card" />
      <Skeleton height={420} shape="card" />
    </LoadingParts>
  )
}
