import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { type Farm, farmQuery } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import type { TagEventName } from '@/shared/lib/tagEvents'
import { Failure } from '@/shared/ui/Failure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { lazy } from '@/shared/ui/lazy'
import { Loading } from '@/shared/ui/Skeleton'
import { Steps } from '@/shared/ui/Step'
import { DonePanel } from './DonePanel'
import { EventChoice } from './EventChoice'
import { HarvestForm } from './HarvestForm'
import { placeKey } from './harvest'
import classes from './Tagging.module.css'
import type { Done } from './useTaking'

const EventForm = lazy(() => import('./EventForm'))
const ReceiveForm = lazy(() => import('./ReceiveForm'))

/** What the address says: the event, and what it begins with. */
export interface TaggingSearch {
  event?: TagEventName
  /** Ids of tags, between commas. */
  tags?: string
  /** Growing area and day of a harvest. */
  area?: string
  day?: string
}

interface Props {
  section: FarmSection
  farmId: string
  search: TaggingSearch
  onChange: (part: TaggingSearch) => void
  /** What prints the labels of tags that were just made. */
  labels?: (tags: string[]) => ReactNode
}

/** Enters what a firm does with its tags, one event at a time. */
export function Tagging({ section, farmId, search, onChange, labels }: Props) {
  const farm = useQuery(farmQuery(farmId))
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm.data?.name ?? ''} title="Tagging" />
      {farm.isError && !farm.data && <Failure query={farm} />}
      {farm.isPending && <Loading height={240} shape="card" />}
      {farm.data && <Loaded section={section} farm={farm.data} search={search} onChange={onChange} labels={labels} />}
    </>
  )
}

function Loaded({ section, farm, search, onChange, labels }: Omit<Props, 'farmId'> & { farm: Farm }) {
  const [done, setDone] = useState<{ what: Done; at: string } | null>(null)
  const { event } = search
  // What was done is told at its own address: a link to another event leads to that event.
  const at = JSON.stringify(search)
  const onDone = (what: Done) => setDone({ what, at })
  if (done?.at === at) {
    const next = (part: TaggingSearch) => {
      setDone(null)
      onChange({ event: undefined, tags: undefined, area: undefined, day: undefined, ...part })
    }
    return (
      <div className={classes.page}>
        <DonePanel section={section} farmId={farm._id} done={done.what} onNext={next}>
          {labels?.(done.what.tags)}
        </DonePanel>
      </div>
    )
  }
  const begins = search.area && search.day ? placeKey({ leaseId: search.area, date: search.day }) : ''
  return (
    <div className={classes.page}>
      <Steps>
        <EventChoice value={event} onChange={(next) => onChange({ event: next })} />
      </Steps>
      {event === 'harvest' && (
        <HarvestForm key={begins} section={section} farm={farm} begins={begins} onDone={onDone} />
      )}
      <Suspense fallback={<Loading height={240} shape="card" />}>
        {event === 'receive' && <ReceiveForm key={search.tags} farm={farm} begins={tagsIn(search)} onDone={onDone} />}
        {event && event !== 'harvest' && event !== 'receive' && (
          <EventForm
            key={`${event} ${search.tags}`}
            farm={farm}
            event={event}
            begins={tagsIn(search)}
            onDone={onDone}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Each once: a form about a tag has it in one row. */
const tagsIn = ({ tags = '' }: TaggingSearch) => [...new Set(tags.split(',').filter(Boolean))]
