import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { farmQuery, isMissing, May, type TagDetail, tagQuery, useAnswers } from '@/api'
import { formatDay, formatInstant } from '@/shared/lib/days'
import { type FarmSection, LOT_PATH, TAGGING_PATH, TAGS_PATH } from '@/shared/lib/farmPaths'
import { lotName } from '@/shared/lib/lots'
import { exact } from '@/shared/lib/numbers'
import { deedOf } from '@/shared/lib/tagEventWords'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'
import { FactTable } from '@/shared/ui/FactTable'
import { Failure } from '@/shared/ui/Failure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import panels from '@/shared/ui/Panels.module.css'
import { RecallMark } from '@/shared/ui/RecallMark'
import { Loading } from '@/shared/ui/Skeleton'
import { Graph } from './Graph'
import { LineageList } from './LineageList'
import { DRAWN_MOST } from './layout'
import { TagPlaces } from './TagPlaces'
import classes from './Tags.module.css'
import { amountOf, factsOf, leftOf, nameOf, stateOf, whenOf } from './words'

interface Props {
  section: FarmSection
  farmId: string
  tagId: string
  /** What prints its labels. */
  labels?: ReactNode
}

/** A tag: what it states, what is left of it, what was done with it, and its lineage both ways. */
export function TagPage({ section, farmId, tagId, labels }: Props) {
  const farm = useQuery(farmQuery(farmId)).data
  const tag = useAnswers(tagQuery(farmId, tagId))
  const data = tag.data?.tag._id === tagId ? tag.data : undefined
  const missing = isMissing(tag.error)
  return (
    <>
      <FarmHeading
        section={section}
        farmId={farmId}
        farmName={farm?.name ?? ''}
        title={data ? nameOf(data.tag.brand, tagId) : 'Tag'}
      />
      <TagPlaces section={section} farmId={farmId} />
      {!data && tag.isFetching && <Loading height={320} shape="card" />}
      {missing && (
        <Card>
          <p>This farm has no such tag.</p>
          <Link to={TAGS_PATH[section]} params={{ farmId }}>
            All tags
          </Link>
        </Card>
      )}
      {tag.error && !missing && <Failure query={tag} timeZone={farm?.timeZone} />}
      {data && !missing && (
        <Loaded key={tagId} section={section} farmId={farmId} detail={data} timeZone={farm?.timeZone} labels={labels} />
      )}
    </>
  )
}

interface LoadedProps extends Omit<Props, 'tagId'> {
  detail: TagDetail
  timeZone?: string
}

function Loaded({ section, farmId, detail, timeZone, labels }: LoadedProps) {
  const { tag, events, harvests } = detail
  return (
    <div className={panels.panels}>
      <div className={panels.side}>
        <Card title="What is left">
          {tag.recall !== null && (
            <p className={classes.apart}>
              <RecallMark party={tag.recall} />
            </p>
          )}
          <p className={classes.left}>{leftOf(tag)}</p>
          {tag.wetStored && <p>{stateOf(tag)}.</p>}
          {tag.mixed && <p>It came already mixed, of several harvest dates, growing areas or certificates.</p>}
          <div className={classes.ways}>
            <p>
              <a href={`/tag/${tag._id}`}>Its public page</a>
            </p>
            {tag.takenBack ? (
              <p>Taken back on {formatDay(tag.takenBack)}: it is not valid.</p>
            ) : (
              <May do="record">
                <p>
                  <Link to={TAGGING_PATH[section]} params={{ farmId }} search={{ tags: tag._id }}>
                    Ship, split, ice or do something else with it
                  </Link>
                </p>
              </May>
            )}
          </div>
        </Card>
        {labels}
        <Card title="What was done with it">
          {events.length === 0 ? <p>Nothing of it is on record.</p> : <Deeds events={events} timeZone={timeZone} />}
        </Card>
      </div>
      <div className={panels.side}>
        <Card title="What it states">
          <Facts facts={factsOf(tag)} />
        </Card>
        {harvests.length > 0 && <Harvests section={section} farmId={farmId} harvests={harvests} />}
      </div>
      <Ways section={section} farmId={farmId} lineage={detail.lineage} />
    </div>
  )
}

function Deeds({ events, timeZone }: Pick<TagDetail, 'events'> & { timeZone?: string }) {
  return (
    <FactTable
      columns={['What', 'When', 'How much', 'To', 'Recorded'].map((label) => ({ label }))}
      rows={events.map((event) => ({
        key: event.id,
        cells: [
          <Fragment key="what">
            {deedOf(event.event)}
            {event.note && <span className={classes.note}>{event.note}</span>}
          </Fragment>,
          whenOf(event),
          event.temperatureC === null ? amountOf(event.quantity, event.unit) : `${event.temperatureC} °C`,
          event.to?.name,
          `${formatInstant(event.recordedAt, timeZone)}, ${event.by || 'the platform itself'}`,
        ],
      }))}
    />
  )
}

function Harvests({ section, farmId, harvests }: Pick<Props, 'section' | 'farmId'> & Pick<TagDetail, 'harvests'>) {
  return (
    <Card title="Where it comes from">
      <p className={`${classes.second} ${classes.apart}`}>As the book had it when the tag was made.</p>
      <FactTable
        columns={[{ label: 'Lot' }, { label: 'Growing area' }, { label: 'Animals', figures: true }]}
        rows={harvests.map(({ leaseId, lotId, area, animals, lot, group }) => ({
          key: `${leaseId} ${lotId}`,
          cells: [
            <Fragment key="lot">
              <Link to={LOT_PATH[section]} params={{ farmId, lotId }}>
                {lotName({ lot, group })}
              </Link>
              <span className={classes.note}>
                <Link to={TAGS_PATH[section]} params={{ farmId }} search={{ lot: lotId }}>
                  All tags of this lot
                </Link>
              </span>
            </Fragment>,
            <Link key="area" to={TAGS_PATH[section]} params={{ farmId }} search={{ lease: leaseId }}>
              {area}
            </Link>,
            exact(animals),
          ],
        }))}
      />
    </Card>
  )
}

function Ways({ section, farmId, lineage }: Pick<Props, 'section' | 'farmId'> & Pick<TagDetail, 'lineage'>) {
  const { nodes, more } = lineage
  const [drawn, all] = [Math.min(nodes.length, DRAWN_MOST), exact(nodes.length)]
  return (
    <div className={panels.wide}>
      <Card title="What it was made of, and what was made of it">
        {nodes.length === 1 ? (
          <p>It was made of no other tag, and no other tag was made of it.</p>
        ) : (
          <>
            {drawn < nodes.length && (
              <p>
                The {drawn} tags nearest to this one are drawn; the list below has{' '}
                {more ? `the first ${all}` : `all ${all}`}.
              </p>
            )}
            {more && <p>There are more than can be listed here: open a tag to go on from there.</p>}
            <Graph section={section} farmId={farmId} lineage={lineage} />
            <LineageList section={section} farmId={farmId} lineage={lineage} />
          </>
        )}
      </Card>
    </div>
  )
}
