import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Animals, animalsJournalQuery, type Farm, type Noted, useCorrects } from '@/api'
import { dayHeading, formatInstant, todayAt } from '@/shared/lib/days'
import { degreesIn } from '@/shared/lib/degrees'
import { type FarmSection, LOT_PATH } from '@/shared/lib/farmPaths'
import { lotName } from '@/shared/lib/lots'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { Loading } from '@/shared/ui/Skeleton'
import { factsWords } from '../facts'
import { byDay, notedPlace, notedTitle } from '../noted'
import classes from './Animals.module.css'

interface Props {
  farm: Farm
  section: FarmSection
  of: Animals
  onCorrect: (number: number) => void
}

/** All that was recorded about the animals, with who recorded it; each entry can be put right. */
export function Journal({ farm, section, of, onCorrect }: Props) {
  const query = useInfiniteQuery(animalsJournalQuery(farm._id, of))
  const all = query.data?.pages.flatMap(({ data }) => data)
  const jump = useJump(query, all)
  return (
    <Card title="Journal">
      {query.isError && <Failure query={query} timeZone={farm.timeZone} />}
      {query.isPending && <Loading height={240} shape="card" />}
      {all &&
        byDay(all).map(({ day, noted }, at) => (
          // A correction stands where it was recorded, so a day may come again.
          <div key={`${day} ${noted[0]?.number ?? at}`} className={classes.day}>
            <h3 className={classes.date}>{dayHeading(day, todayAt(farm))}</h3>
            <ol className={classes.list}>
              {noted.map((one) => (
                <Entry
                  key={one.number}
                  farm={farm}
                  section={section}
                  of={of}
                  noted={one}
                  all={all}
                  onJump={jump}
                  onCorrect={() => onCorrect(one.number)}
                />
              ))}
            </ol>
          </div>
        ))}
      {query.hasNextPage && (
        <Button variant="plain" wide loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Card>
  )
}

type Query = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'>

interface EntryProps extends Omit<Props, 'onCorrect'> {
  noted: Noted
  all: readonly Noted[]
  onJump: (number: number) => void
  onCorrect: () => void
}

const idOf = (number: number) => `entry-${number}`

function Entry({ farm, section, of, noted, all, onJump, onCorrect }: EntryProps) {
  const corrects = useCorrects(noted.by)
  const { number, reversed, replacedBy, replaces, note, by, recordedAt, activity } = noted
  const known = factsWords(noted.facts, degreesIn(farm.country ?? ''))
  const lotId = 'lotId' in of ? of.lotId : ''
  const others = [...new Map([noted, ...noted.to].map((place) => [place.lotId, place])).values()].filter(
    (place) => place.lotId !== lotId,
  )
  return (
    <li id={idOf(number)} tabIndex={-1} className={classes.entry}>
      <p className={classes.title}>
        {reversed ? <s>{notedTitle(noted, all)}</s> : notedTitle(noted, all)}
        {reversed && (replacedBy === null ? <span className={classes.mark}>Undone</span> : null)}
        {replacedBy !== null && <Jump onClick={() => onJump(replacedBy)}>Corrected: see the right one</Jump>}
        {replaces !== null && <Jump onClick={() => onJump(replaces)}>Puts an earlier entry right</Jump>}
      </p>
      <p className={classes.where}>{notedPlace(noted)}</p>
      {known && <p className={classes.where}>{known}</p>}
      {note && <p className={classes.where}>{note}</p>}
      <div className={classes.foot}>
        <span className={classes.quiet}>
          {by || 'Merroir'}, {formatInstant(recordedAt, farm.timeZone)}
        </span>
        {others.map((place) => (
          <Link key={place.lotId} to={LOT_PATH[section]} params={{ farmId: farm._id, lotId: place.lotId }}>
            {lotName({ lot: place.lot, group: noted.group })}
          </Link>
        ))}
        {corrects && !reversed && activity !== 'correction' && (
          <Button variant="quiet" aria-label={`Correct: ${notedTitle(noted, all)}`} onClick={onCorrect}>
            Correct
          </Button>
        )}
      </div>
    </li>
  )
}

function Jump({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className={classes.jump} onClick={onClick}>
      {children}
    </button>
  )
}

/** Goes to an entry of the journal; one that is further below is loaded first, page by page. */
function useJump(query: Query, all: readonly Noted[] = []) {
  const [wanted, setWanted] = useState<number | null>(null)
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const shown = all.some(({ number }) => number === wanted)
  useEffect(() => {
    if (wanted === null || (isFetching && !shown)) return
    if (!shown && hasNextPage && !isError) {
      fetchNextPage()
      return
    }
    const entry = document.getElementById(idOf(wanted))
    entry?.scrollIntoView({ block: 'center' })
    entry?.focus({ preventScroll: true })
    setWanted(null)
  }, [wanted, shown, hasNextPage, isFetching, isError, fetchNextPage])
  return setWanted
}
