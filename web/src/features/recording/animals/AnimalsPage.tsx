import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Animals, type Farm, farmQuery, type Story, storyQuery, useAnswers, useMay } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { type FarmSection, GROUP_PATH, GROWTH_PATH, RECORD_PATH } from '@/shared/lib/farmPaths'
import { groupWords, lotName } from '@/shared/lib/lots'
import { counted, exact } from '@/shared/lib/numbers'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { Loading } from '@/shared/ui/Skeleton'
import { useDesk } from '@/shared/ui/useDesk'
import classes from './Animals.module.css'
import { CorrectSheet } from './CorrectSheet'
import { Journal } from './Journal'
import { Became, Lots, Months, Places, Routes } from './Told'

interface Props {
  section: FarmSection
  farmId: string
  of: Animals
  /** Number of the entry that is being put right; lives in the URL. */
  correct?: string
  onCorrect: (number: string | undefined) => void
  /** What is drawn of them, which another feature does. */
  charts: (farm: Farm, story: Story, name: string) => ReactNode
}

/** What became of the animals of a lot or of a group: what is left, what happened, and who recorded it. */
export function AnimalsPage({ section, farmId, of, correct, onCorrect, charts }: Props) {
  const desk = useDesk()
  const keeps = useMay('record')
  const farm = useQuery(farmQuery(farmId)).data
  const story = useAnswers(storyQuery(farmId, of))
  const { data } = story
  const title = data ? nameOf(data) : 'lotId' in of ? 'Lot' : 'Group'
  const drawn = farm && data && charts(farm, data, title)
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title={title} />
      {story.isError && <Failure query={story} timeZone={farm?.timeZone} />}
      {!data && story.isPending && <Loading words="Loading the animals..." height={480} shape="card" />}
      {data && (
        <div className={classes.page}>
          <div className={classes.beside}>
            <Glance story={data} section={section} farmId={farmId} />
            {!desk && drawn}
            <Became flow={data.flow} living={data.living} />
            <Places story={data} />
            <Routes title="Where they came from" routes={data.from} section={section} farmId={farmId} />
            <Routes title="Where they went" routes={data.to} section={section} farmId={farmId} />
            {data.lots.length > 1 && <Lots story={data} section={section} farmId={farmId} />}
          </div>
          <div className={classes.main}>
            {desk && drawn}
            <Months months={data.months} />
            {farm && (
              <Journal farm={farm} section={section} of={of} onCorrect={(number) => onCorrect(String(number))} />
            )}
          </div>
        </div>
      )}
      {farm && keeps && (
        <CorrectSheet farm={farm} number={Number(correct) || null} onClose={() => onCorrect(undefined)} />
      )}
    </>
  )
}

function nameOf(story: Story): string {
  return story.lotId ? lotName(story) : groupWords(story.group) || 'Animals without a label'
}

function Glance({ story, section, farmId }: { story: Story; section: FarmSection; farmId: string }) {
  const { group, groupId, lotId, living, containers, first, last } = story
  const [place] = story.places
  const keeps = useMay('record')
  const days = first === last ? formatDay(first) : `In the book from ${formatDay(first)} to ${formatDay(last)}`
  const known = [
    lotId && groupWords(group),
    group.locationPlanted && `Planted in ${group.locationPlanted}`,
    first && days,
  ].filter(Boolean)
  return (
    <Card>
      <p className={classes.living}>
        <b>{exact(living)}</b> living{containers > 0 && ` in ${counted(containers, 'container')}`}
      </p>
      <p className={classes.note}>{known.map((words) => `${words}.`).join(' ')}</p>
      <p className={classes.links}>
        {lotId && (
          <Link to={GROUP_PATH[section]} params={{ farmId, groupId }}>
            All of this planting
          </Link>
        )}
        {lotId && (
          <Link to={GROWTH_PATH[section]} params={{ farmId }} search={{ lot: lotId }}>
            Lengths and growth
          </Link>
        )}
        {lotId && place && keeps && (
          <Link to={RECORD_PATH[section]} params={{ farmId }} search={{ area: place.leaseId, lot: lotId }}>
            Record for this lot
          </Link>
        )}
      </p>
    </Card>
  )
}
