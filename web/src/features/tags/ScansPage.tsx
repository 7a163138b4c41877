import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { farmQuery, type Scans, scansQuery, type TagsParams, useAnswers } from '@/api'
import { formatDay, formatRange } from '@/shared/lib/days'
import { type FarmSection, TAG_PATH } from '@/shared/lib/farmPaths'
import { counted, exact } from '@/shared/lib/numbers'
import { Card } from '@/shared/ui/Card'
import { DayPill } from '@/shared/ui/DayPill'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FactTable } from '@/shared/ui/FactTable'
import { Failure } from '@/shared/ui/Failure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { ListControls } from '@/shared/ui/List'
import panels from '@/shared/ui/Panels.module.css'
import { Loading } from '@/shared/ui/Skeleton'
import { copyOf, countryName } from './scanWords'
import type { ListProps } from './TagList'
import { TagPlaces } from './TagPlaces'
import classes from './Tags.module.css'
import { shortId } from './words'

/** How often the public pages of a firm's tags were looked at, and what may be copies. */
export function ScansPage({ section, farmId, params, onChange }: ListProps) {
  const farm = useQuery(farmQuery(farmId)).data
  const scans = useAnswers(scansQuery(farmId, params))
  const { from = '', to = '' } = params
  const filter = (part: Partial<TagsParams>, entry?: Parameters<typeof onChange>[1]) => onChange(part, entry)
  const { data } = scans
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title="Scans" />
      <TagPlaces section={section} farmId={farmId} />
      <ListControls>
        <DayPill label="From" value={from} onChange={(day, entry) => filter({ from: day }, entry)} />
        <DayPill label="To" value={to} onChange={(day, entry) => filter({ to: day }, entry)} />
      </ListControls>
      {Boolean(scans.error) && <Failure query={scans} />}
      {!data && scans.isPending && <Loading words="Loading scans..." height={320} shape="card" />}
      {data && (
        <div aria-busy={scans.isFetching} data-stale={scans.stale}>
          {data.total === 0 ? (
            <EmptyState drawing="water" title="Nothing was scanned in these days.">
              <p>
                Whoever scans a label opens the public page of its tag: that is counted here, without knowing who it
                was.
              </p>
            </EmptyState>
          ) : (
            <Counts section={section} farmId={farmId} scans={data} />
          )}
        </div>
      )}
    </>
  )
}

function Counts({ section, farmId, scans }: { section: FarmSection; farmId: string; scans: Scans }) {
  const link = (tagId: string) => (
    <Link to={TAG_PATH[section]} params={{ farmId, tagId }}>
      …{shortId(tagId)}
    </Link>
  )
  const { days, countries, tags, copies } = scans
  return (
    <>
      <p className={classes.left}>
        {counted(scans.total, 'scan')} from {formatRange(scans.from, scans.to)}
      </p>
      <p className={classes.scanNote}>
        A scan is a look at a tag's public page. Days are in UTC. Nothing is kept of who looked: only the country of the
        network, from IP2Location LITE data available from ip2location.com.
      </p>
      <div className={panels.panels}>
        <div className={panels.side}>
          <Card title="Possible copies">
            {copies.length === 0 ? (
              <p>Every scan could be one of the tag itself.</p>
            ) : (
              <>
                <p>
                  These scans cannot be of the tag itself: somebody may have copied its label. Ask where the product was
                  bought.
                </p>
                <ul className={classes.copies}>
                  {copies.map((copy) => (
                    <li key={`${copy.tag} ${copy.day} ${copy.reason} ${copy.country} ${copy.other}`}>
                      {link(copy.tag)} {copyOf(copy)}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Card>
          <Card title="By tag">
            <FactTable
              columns={[
                { label: 'Tag' },
                { label: 'Scans', figures: true },
                { label: 'Countries', figures: true },
                { label: 'Last' },
              ]}
              rows={tags.map(({ tag, scans: count, countries: many, last }) => ({
                key: tag,
                cells: [link(tag), exact(count), exact(many), formatDay(last)],
              }))}
            />
          </Card>
        </div>
        <div className={panels.side}>
          <Card title="By day">
            <FactTable
              columns={[{ label: 'Day' }, { label: 'Scans', figures: true }]}
              rows={[...days]
                .reverse()
                .map(({ day, scans: count }) => ({ key: day, cells: [formatDay(day), exact(count)] }))}
            />
          </Card>
          <Card title="By country">
            <FactTable
              columns={[{ label: 'Country' }, { label: 'Scans', figures: true }]}
              rows={countries.map(({ country, scans: count }) => ({
                key: country,
                cells: [countryName(country), exact(count)],
              }))}
            />
          </Card>
        </div>
      </div>
    </>
  )
}
