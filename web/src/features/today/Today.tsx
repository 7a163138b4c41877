import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Farm, type Noted, todayQuery, useAnswers } from '@/api'
import { BAGS_PATH, type FarmSection } from '@/shared/lib/farmPaths'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { AreaCounts } from './AreaCounts'
import { Areas } from './Areas'
import { FirstSteps } from './FirstSteps'
import { LastEntries } from './LastEntries'
import { Needs } from './Needs'
import classes from './Today.module.css'
import { CardSkeleton, NeedsSkeleton } from './TodaySkeleton'
import { farmSentence } from './words'

/** How an entry in the book reads: the words of the screen that records it. */
export interface EntryWords {
  title: (entry: Noted, earlier: readonly Noted[]) => string
  place: (entry: Noted) => string
}

interface Props {
  farm: Farm
  section: FarmSection
  /** The person's own squares, supplied from above because features do not know each other. */
  squares: ReactNode
  words: EntryWords
}

/** A farm's first page: what it needs from its people, how it is doing, and the latest entries. */
export function Today({ farm, section, squares, words }: Props) {
  const answer = useAnswers(todayQuery(farm._id))
  const { data } = answer
  const begun = farm.leases.length > 0 && (!data || data.entries.length > 0)
  return (
    <div className={classes.columns} aria-busy={answer.stale || undefined}>
      <div className={classes.main}>
        {answer.isError && <Failure query={answer} timeZone={farm.timeZone} />}
        {answer.isLoading && <NeedsSkeleton />}
        {data && <Needs farmId={farm._id} section={section} needs={data.needs} inAll={data.needsInAll} />}
        {data && begun && (
          <div className={classes.farm}>
            <p className={classes.sentence}>{farmSentence(data.trend)}</p>
            <AreaCounts farmId={farm._id} section={section} areas={data.areas} />
          </div>
        )}
        {begun ? squares : <FirstSteps farm={farm} section={section} />}
      </div>
      <div className={classes.side}>
        {answer.isLoading && (
          <>
            <CardSkeleton title="Last entries" lines={5} />
            <CardSkeleton title="Growing areas" lines={3} />
          </>
        )}
        {data && data.entries.length > 0 && (
          <LastEntries farmId={farm._id} section={section} entries={data.entries} today={data.date} words={words} />
        )}
        {data && data.areas.length > 0 && (
          <Card
            title="Growing areas"
            action={
              <Link to={BAGS_PATH[section]} params={{ farmId: farm._id }} className={classes.more}>
                Bag by bag
              </Link>
            }
          >
            <Areas areas={data.areas} />
          </Card>
        )}
      </div>
    </div>
  )
}
