import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { type Farm, type FarmRecord, farmQuery } from '@/api'
import { type FarmSection, LIST_PATH, RECORD_PATH } from '@/shared/lib/farmPaths'
import { buttonClass } from '@/shared/ui/Button'
import { lazy } from '@/shared/ui/lazy'
import { Notice } from '@/shared/ui/Notice'
import { Saved } from '@/shared/ui/Saved'
import { Skeleton } from '@/shared/ui/Skeleton'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import { AboutMyFarm } from './AboutMyFarm'
import classes from './FarmDetail.module.css'
import { FarmInfo } from './FarmInfo'
import { FarmTrouble } from './FarmTrouble'
import { type FarmTab, tabLabel, tabsOf } from './model'

const FeaturesTab = lazy(() => import('./features/FeaturesTab'))

interface Props {
  section: FarmSection
  farmId: string
  tab: FarmTab
  onTab: (tab: FarmTab) => void
  /** The reports of a farm, put together by the page: features do not know each other. */
  reports: (farm: Farm) => ReactNode
  /** Its tagging subscription, likewise. */
  tagging: (farm: FarmRecord) => ReactNode
  /** What somebody comes back to this page for. */
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
        <FarmTrouble section={section} error={farm.error} onRetry={() => farm.refetch()} retrying={farm.isFetching} />
      </>
    )
  }
  return (
    <>
      <FarmTitle section={section} name="loading..." />
      <FarmSkeleton />
    </>
  )
}

function FarmTitle({ section, name }: { section: FarmSection; name: string }) {
  usePageTitle(`Farms / ${name}`)
  return (
    <h1 className={classes.title}>
      <span className={classes.crumb}>
        <Link to={LIST_PATH[section]}>Farms</Link> /{' '}
      </span>
      <span className={classes.name}>{name}</span>
    </h1>
  )
}

function LoadedFarm({ farm, ...page }: Omit<Props, 'farmId'> & { farm: FarmRecord }) {
  const { section, tab, onTab, reports, tagging, arrival } = page
  const tabs = tabsOf(section, farm)
  const shown = tabs.includes(tab) ? tab : 'info'
  const [updated, setUpdated] = useState(false)
  const featuresUpdated = () => {
    setUpdated(true)
    onTab('info')
  }
  return (
    <>
      <div className={classes.head}>
        <FarmTitle section={section} name={farm.name} />
        <FarmActions section={section} farmId={farm._id} />
      </div>
      {arrival && <div className={classes.updated}>{arrival}</div>}
      {farm.beingCleaned && (
        <div className={classes.updated}>
          <Notice kind="info">
            This farm is being cleaned: {farm.beingCleaned.percent} % done. Until that is over, nothing can be recorded
            and there are no reports. Its record and its tags stay.
          </Notice>
        </div>
      )}
      <nav aria-label="Farm" className={classes.tabs}>
        {tabs.map((one) => (
          <Link
            key={one}
            to="."
            search={(before) => ({ ...before, tab: one })}
            resetScroll={false}
            activeOptions={{ exact: true }}
            aria-current={one === shown ? 'page' : undefined}
            className={classes.tab}
            onClick={() => setUpdated(false)}
          >
            {tabLabel(section, one)}
          </Link>
        ))}
      </nav>
      {shown === 'info' && (
        <>
          {updated && (
            <Saved onDismiss={() => setUpdated(false)} className={classes.updated}>
              Feature Flags Updated
            </Saved>
          )}
          <FarmInfo farm={farm} section={section} />
        </>
      )}
      {shown === 'about' && <AboutMyFarm />}
      {shown === 'tagging' && <Suspense fallback={<PanelsSkeleton />}>{tagging(farm)}</Suspense>}
      {shown === 'features' && (
        <Suspense fallback={<Skeleton height={320} shape="card" />}>
          <FeaturesTab farm={farm} onUpdated={featuresUpdated} />
        </Suspense>
      )}
      {shown === 'reports' && reports(farm)}
    </>
  )
}

/** What can be done with a farm beside looking at it. */
function FarmActions({ section, farmId }: { section: FarmSection; farmId: string }) {
  return (
    <div className={classes.actions}>
      {section === 'farms' && (
        <Link to="/farms/upload/$farmId" params={{ farmId }} className={buttonClass({ variant: 'plain' })}>
          Upload Groups
        </Link>
      )}
      <Link to={RECORD_PATH[section]} params={{ farmId }} className={buttonClass()}>
        Record
      </Link>
    </div>
  )
}

function FarmSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading...</span>
      <div className={classes.skeletonTabs}>
        <Skeleton height={24} />
      </div>
      <PanelsSkeleton />
    </div>
  )
}

function PanelsSkeleton() {
  return (
    <div className={classes.skeletonPanels}>
      <Skeleton height={320} shape="card" />
      <Skeleton height={320} shape="card" />
    </div>
  )
}
