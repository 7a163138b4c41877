import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { type Farm, type FarmRecord, farmQuery, useMay } from '@/api'
import { todayAt, weekDay } from '@/shared/lib/days'
import { type FarmSection, LIST_PATH } from '@/shared/lib/farmPaths'
import { lazy } from '@/shared/ui/lazy'
import { Notice } from '@/shared/ui/Notice'
import { Saved } from '@/shared/ui/Saved'
import { Loading, LoadingParts, Skeleton } from '@/shared/ui/Skeleton'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import { AboutMyFarm } from './AboutMyFarm'
import classes from './FarmDetail.module.css'
import { FarmTrouble } from './FarmTrouble'
import type { FarmTab } from './model'
import { shownTab, tabLabel } from './tabs'

const FeaturesTab = lazy(() => import('./features/FeaturesTab'))

interface Props {
  section: FarmSection
  farmId: string
  tab: FarmTab
  onTab: (tab: FarmTab) => void
  /** Its first page, supplied from above because features do not know each other. */
  today: (farm: Farm) => ReactNode
  /** Its record, whose code is not loaded with the page. */
  info: (farm: FarmRecord) => ReactNode
  /** Its reports, likewise. */
  reports: (farm: Farm) => ReactNode
  /** Its tagging subscription, likewise. */
  tagging: (farm: FarmRecord) => ReactNode
  /** Shown to those who come back here from elsewhere. */
  arrival: ReactNode
}

export function FarmDetail({ farmId, ...page }: Props) {
  const { section } = page
  const farm = useQuery(farmQuery(farmId))

  if (farm.data) return <LoadedFarm farm={farm.data} {...page} />
  if (farm.isError) {
    return (
      <>
        <FarmTitle section={section} name="Error" />
        <FarmTrouble section={section} query={farm} />
      </>
    )
  }
  return (
    <>
      <FarmTitle section={section} name="loading..." close={page.tab === 'reports'} />
      <PanelsSkeleton />
    </>
  )
}

interface Title {
  section: FarmSection
  name: string
  day?: string
  /** Near to what is below. */
  close?: boolean
}

function FarmTitle({ section, name, day, close }: Title) {
  usePageTitle(`Farms / ${name}`)
  return (
    <div className={classes.head} data-close={close || undefined}>
      <h1 className={classes.title}>
        <span className={classes.crumb}>
          <Link to={LIST_PATH[section]}>Farms</Link> /{' '}
        </span>
        <span className={classes.name}>{name}</span>
      </h1>
      {day && <p className={classes.day}>{weekDay(day)}</p>}
    </div>
  )
}

function LoadedFarm({ farm, ...page }: Omit<Props, 'farmId'> & { farm: FarmRecord }) {
  const { section, tab, onTab, today: first, info, reports, tagging, arrival } = page
  const shown = shownTab(section, farm, tab, useMay('companies'))
  const [updated, setUpdated] = useState(false)
  // Said on the way from Features to Farm Info, but not when somebody comes back there later.
  useEffect(() => {
    if (shown === 'today' || shown === 'about' || shown === 'tagging' || shown === 'reports') setUpdated(false)
  }, [shown])
  const featuresUpdated = () => {
    setUpdated(true)
    onTab('info')
  }
  return (
    <>
      <FarmTitle
        section={section}
        name={farm.name}
        day={shown === 'today' ? todayAt(farm) : undefined}
        close={shown === 'reports'}
      />
      {arrival && <div className={classes.updated}>{arrival}</div>}
      {farm.beingCleaned && (
        <div className={classes.updated}>
          <Notice kind="info">
            This farm is being cleaned: {farm.beingCleaned.percent}% done. Until then, nothing can be recorded and there
            are no reports. Its record and its tags stay.
          </Notice>
        </div>
      )}
      {shown === 'today' ? (
        first(farm)
      ) : (
        <div role="tabpanel" aria-label={tabLabel(section, shown)}>
          {shown === 'info' && (
            <>
              {updated && (
                <Saved onDismiss={() => setUpdated(false)} className={classes.updated}>
                  Feature Flags Updated
                </Saved>
              )}
              <Suspense fallback={<PanelsSkeleton />}>{info(farm)}</Suspense>
            </>
          )}
          {shown === 'about' && <AboutMyFarm />}
          {shown === 'tagging' && <Suspense fallback={<PanelsSkeleton />}>{tagging(farm)}</Suspense>}
          {shown === 'features' && (
            <Suspense fallback={<Loading height={320} shape="card" />}>
              <FeaturesTab farm={farm} onUpdated={featuresUpdated} />
            </Suspense>
          )}
          {shown === 'reports' && reports(farm)}
        </div>
      )}
    </>
  )
}

function PanelsSkeleton() {
  return (
    <LoadingParts className={classes.skeletonPanels}>
      <Skeleton height={320} shape="card" />
      <Skeleton height={320} shape="card" />
    </LoadingParts>
  )
}
