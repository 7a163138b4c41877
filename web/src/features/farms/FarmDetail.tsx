import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Farm, farmQuery } from '@/api'
import { type FarmArea, LIST_PATH, RECORD_PATH } from '@/shared/lib/farmPaths'
import { buttonClass } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import { Skeleton } from '@/shared/ui/Skeleton'
import { takeFocus } from '@/shared/ui/takeFocus'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import { AboutMyFarm } from './AboutMyFarm'
import classes from './FarmDetail.module.css'
import { FarmTrouble } from './FarmTrouble'
import { type FarmTab, tabLabel, tabsOf } from './model'

const loadInfo = () => import('./FarmInfo')
// Asked for with this page, so that it is there when the farm is; what goes wrong is said when it is needed.
loadInfo().catch(() => undefined)
const FarmInfo = lazy(loadInfo)
const TaggingTab = lazy(() => import('./tagging/TaggingTab'))
const FeaturesTab = lazy(() => import('./features/FeaturesTab'))

interface Props {
  area: FarmArea
  farmId: string
  tab: FarmTab
  onTab: (tab: FarmTab) => void
  /** The reports of a farm, put together by the page: features do not know each other. */
  reports: (farm: Farm) => ReactNode
}

export function FarmDetail({ area, farmId, tab, onTab, reports }: Props) {
  const farm = useQuery(farmQuery(farmId))

  if (farm.data) return <LoadedFarm area={area} farm={farm.data} tab={tab} onTab={onTab} reports={reports} />
  if (farm.isError) {
    return (
      <>
        <FarmTitle area={area} name="Error" />
        <FarmTrouble area={area} error={farm.error} onRetry={() => farm.refetch()} retrying={farm.isFetching} />
      </>
    )
  }
  return (
    <>
      <FarmTitle area={area} name="loading..." />
      <FarmSkeleton />
    </>
  )
}

function FarmTitle({ area, name }: { area: FarmArea; name: string }) {
  usePageTitle(`Farms / ${name}`)
  return (
    <h1 className={classes.title}>
      <span className={classes.crumb}>
        <Link to={LIST_PATH[area]}>Farms</Link> /{' '}
      </span>
      <span className={classes.name}>{name}</span>
    </h1>
  )
}

function LoadedFarm({ area, farm, tab, onTab, reports }: Omit<Props, 'farmId'> & { farm: Farm }) {
  const tabs = tabsOf(area, farm)
  const shown = tabs.includes(tab) ? tab : 'info'
  const [updated, setUpdated] = useState(false)
  const open = (next: FarmTab) => {
    setUpdated(false)
    onTab(next)
  }
  const featuresUpdated = () => {
    setUpdated(true)
    onTab('info')
  }
  return (
    <>
      <div className={classes.head}>
        <FarmTitle area={area} name={farm.name} />
        <FarmActions area={area} farmId={farm._id} />
      </div>
      {farm.beingCleaned && (
        <div className={classes.updated}>
          <Notice kind="info">
            This farm is being cleaned: {farm.beingCleaned.percent} % done. Until that is over, nothing can be recorded
            and there are no reports. Its record and its tags stay.
          </Notice>
        </div>
      )}
      <Tabs value={shown} onChange={(next) => open(next as FarmTab)} classNames={classes} keepMounted={false}>
        <Tabs.List>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {tabLabel(area, one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="info">
          {updated && (
            <div ref={takeFocus} tabIndex={-1} className={classes.updated}>
              <Notice kind="success" onDismiss={() => setUpdated(false)}>
                Feature Flags Updated
              </Notice>
            </div>
          )}
          <Suspense fallback={<PanelsSkeleton />}>
            <FarmInfo farm={farm} area={area} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="about">
          <AboutMyFarm />
        </Tabs.Panel>
        {tabs.includes('tagging') && (
          <Tabs.Panel value="tagging">
            <Suspense fallback={<PanelsSkeleton />}>
              <TaggingTab farm={farm} area={area} />
            </Suspense>
          </Tabs.Panel>
        )}
        {tabs.includes('features') && (
          <Tabs.Panel value="features">
            <Suspense fallback={<Skeleton height={320} shape="card" />}>
              <FeaturesTab farm={farm} onUpdated={featuresUpdated} />
            </Suspense>
          </Tabs.Panel>
        )}
        {tabs.includes('reports') && <Tabs.Panel value="reports">{reports(farm)}</Tabs.Panel>}
      </Tabs>
    </>
  )
}

/** What can be done with a farm beside looking at it. */
function FarmActions({ area, farmId }: { area: FarmArea; farmId: string }) {
  return (
    <div className={classes.actions}>
      {area === 'farms' && (
        <Link to="/farms/upload/$farmId" params={{ farmId }} className={buttonClass({ variant: 'plain' })}>
          Upload Groups
        </Link>
      )}
      <Link to={RECORD_PATH[area]} params={{ farmId }} className={buttonClass()}>
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
