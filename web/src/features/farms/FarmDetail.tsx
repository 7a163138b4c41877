import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorMessage, type Farm, farmQuery } from '@/api'
import { buttonClass } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { Skeleton } from '@/shared/ui/Skeleton'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import { AboutMyFarm } from './AboutMyFarm'
import classes from './FarmDetail.module.css'
import { FarmInfo } from './FarmInfo'
import { FARM_TABS, type FarmArea, type FarmTab, LIST_PATH, RECORD_PATH } from './model'

const TAB_LABELS: Record<FarmTab, string> = { info: 'Farm Info', about: 'About My Farm', reports: 'Reports' }

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
        <Failure message={errorMessage(farm.error)} onRetry={() => farm.refetch()} retrying={farm.isFetching} />
        {area === 'farms' && (
          <p className={classes.back}>
            <Link to="/farms">Go Back</Link>
          </p>
        )}
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
  const tabs = FARM_TABS.filter((one) => one !== 'reports' || farm.leases.length > 0)
  const shown = tabs.includes(tab) ? tab : 'info'
  return (
    <>
      <div className={classes.head}>
        <FarmTitle area={area} name={farm.name} />
        <FarmActions area={area} farmId={farm._id} />
      </div>
      <Tabs value={shown} onChange={(next) => onTab(next as FarmTab)} classNames={classes} keepMounted={false}>
        <Tabs.List>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {TAB_LABELS[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="info">
          <FarmInfo farm={farm} />
        </Tabs.Panel>
        <Tabs.Panel value="about">
          <AboutMyFarm />
        </Tabs.Panel>
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
      <div className={classes.skeletonPanels}>
        <Skeleton height={320} shape="card" />
        <Skeleton height={320} shape="card" />
      </div>
    </div>
  )
}
