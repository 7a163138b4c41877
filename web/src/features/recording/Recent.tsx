import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import {
  errorMessage,
  type Farm,
  journalQuery,
  type Noted,
  queryLimits,
  undoTryQuery,
  useAnswers,
  useCorrects,
} from '@/api'
import { type Day, dayHeading } from '@/shared/lib/days'
import { type Degrees, degreesIn } from '@/shared/lib/degrees'
import { type FarmSection, LOT_PATH } from '@/shared/lib/farmPaths'
import { newId } from '@/shared/lib/newId'
import { recountSentence } from '@/shared/lib/recounts'
import { Button } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import { LoadingParts, Skeleton } from '@/shared/ui/Skeleton'
import { factsWords } from './facts'
import { byDay, notedPlace, notedTitle, undoEffect } from './noted'
import classes from './Recent.module.css'
import { useRecording } from './useRecording'

/** How many activities are shown at first. */
export const RECENT = 10
const MOST = queryLimits.getV2ActivitiesFarmid.limit

interface RecentProps {
  section: FarmSection
  farm: Farm
  today: Day
}

/** The latest entries, one line each, by day; pressing one opens it, with a way to undo it. */
export function Recent({ section, farm: { _id: farmId, country }, today }: RecentProps) {
  const degrees = degreesIn(country ?? '')
  const [limit, setLimit] = useState(RECENT)
  const journal = useAnswers(journalQuery(farmId, limit))
  const { data } = journal
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        Recent activities
      </h2>
      {journal.isError && <Failure query={journal} />}
      {journal.isPending && (
        <LoadingParts className={classes.skeleton}>
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </LoadingParts>
      )}
      {data?.length === 0 && <p className={classes.none}>Nothing has been recorded yet.</p>}
      {data &&
        byDay(data).map(({ day, noted }) => (
          <div key={day} className={classes.day}>
            <h3 className={classes.date}>{dayHeading(day, today)}</h3>
            <ol className={classes.list}>
              {noted.map((one) => (
                <Entry key={one.number} section={section} farmId={farmId} degrees={degrees} noted={one} all={data} />
              ))}
            </ol>
          </div>
        ))}
      {data && data.length === limit && limit < MOST && (
        <Button variant="plain" wide loading={journal.stale && journal.isFetching} onClick={() => setLimit(MOST)}>
          Show more
        </Button>
      )}
    </section>
  )
}

interface EntryProps {
  section: FarmSection
  farmId: string
  degrees: Degrees
  noted: Noted
  all: readonly Noted[]
}

function Entry({ section, farmId, degrees, noted, all }: EntryProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const known = factsWords(noted.facts, degrees)
  const corrects = useCorrects(noted.by)
  return (
    <li className={classes.entry}>
      <button
        type="button"
        className={classes.line}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.title} data-undone={noted.reversed}>
          {notedTitle(noted, all)}
        </span>{' '}
        <span className={classes.place}>{notedPlace(noted)}</span>{' '}
        {noted.reversed && <span className={classes.undone}>Undone</span>}
      </button>
      {open && (
        <div id={id} className={classes.opened}>
          <Link to={LOT_PATH[section]} params={{ farmId, lotId: noted.lotId }} className={classes.lot}>
            Journal of this lot
          </Link>
          {known && <p className={classes.note}>{known}</p>}
          {noted.note && <p className={classes.note}>{noted.note}</p>}
          {corrects && noted.activity !== 'correction' && <Undo farmId={farmId} noted={noted} />}
        </div>
      )}
    </li>
  )
}

/** A way to undo an entry that says what undoing will do and, once it is done, what it did. */
function Undo({ farmId, noted }: Omit<EntryProps, 'all' | 'degrees' | 'section'>) {
  const [id] = useState(newId)
  const undo = useRecording(farmId)
  const undoing = undo.isPending || undo.isSuccess
  const effects = useQuery({ ...undoTryQuery(farmId, noted.number), enabled: !noted.reversed && !undoing })
  const done = useRef<HTMLDivElement>(null)
  const undone = undo.isSuccess && noted.reversed
  // The button has gone; the notice takes over the focus.
  useEffect(() => {
    if (undone) done.current?.focus()
  }, [undone])
  if (undone) {
    return (
      <div ref={done} tabIndex={-1} className={classes.done}>
        <Notice kind="success">
          Undone. {effects.data?.recounts.length ? 'Later counts stay.' : undoEffect(noted)}
        </Notice>
      </div>
    )
  }
  if (noted.reversed) return null
  const recounts = effects.data?.recounts ?? []
  return (
    <>
      <p>If undone: {recounts.length > 0 ? recounts.map(recountSentence).join(' ') : undoEffect(noted)}</p>
      {undo.error && <Notice kind="error">{errorMessage(undo.error)}</Notice>}
      <div>
        <Button
          variant="plain"
          loading={undo.isPending}
          onClick={() => undo.mutate({ id, activity: 'correction', reverses: noted.number })}
        >
          Undo
        </Button>
      </div>
    </>
  )
}
