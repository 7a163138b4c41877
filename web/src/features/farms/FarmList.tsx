import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage, type FarmsParams, farmsQuery } from '@/api'
import { Button, buttonClass } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Failure } from '@/shared/ui/Failure'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import classes from './FarmList.module.css'
import { FarmRows, FarmRowsSkeleton } from './FarmRows'
import { ListControls } from './ListControls'
import { type FarmArea, LIST_DEFAULTS } from './model'
import { Pager } from './Pager'

export interface FarmListProps {
  area: FarmArea
  /** What is asked for; it lives in the URL. */
  params: FarmsParams
  /** A part of it changes. `replace` spares the history, for what is typed letter by letter. */
  onChange: (part: Partial<FarmsParams>, options?: { replace: boolean }) => void
}

export function FarmList({ area, params, onChange }: FarmListProps) {
  usePageTitle('Farms')
  const farms = useQuery({ ...farmsQuery(params), placeholderData: keepPreviousData })
  const { data } = farms

  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title}>Farms</h1>
        {area === 'farms' && (
          <Link to="/farms/setup" className={buttonClass()}>
            Create New
          </Link>
        )}
      </div>
      <ListControls params={params} onChange={onChange} />
      {farms.isError && (
        <Failure message={errorMessage(farms.error)} onRetry={() => farms.refetch()} retrying={farms.isFetching} />
      )}
      {!data && farms.isPending && <FarmRowsSkeleton rows={Math.min(params.limit, 8)} />}
      {data && data.data.length > 0 && (
        <div aria-busy={farms.isFetching} data-stale={farms.isPlaceholderData} className={classes.results}>
          <FarmRows area={area} rows={data.data} />
          <Pager pages={data.pages} items={data.items} onPage={(page) => onChange({ page })} />
        </div>
      )}
      {data?.data.length === 0 && <NoFarms area={area} params={params} onChange={onChange} />}
    </>
  )
}

function NoFarms({ area, params, onChange }: FarmListProps) {
  if (params.name) {
    return (
      <EmptyState drawing="shell" title={`No farm matches “${params.name}”.`}>
        <p>Check the spelling, or look through all of them.</p>
        <Button variant="plain" onClick={() => onChange({ name: '', page: 1 })}>
          Show all farms
        </Button>
      </EmptyState>
    )
  }
  if (params.page > LIST_DEFAULTS.page) {
    return (
      <EmptyState drawing="shell" title="There are no farms on this page.">
        <Button variant="plain" onClick={() => onChange({ page: LIST_DEFAULTS.page })}>
          Go to the first page
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing="shell" title="No farms yet.">
      {area === 'farms' ? (
        <>
          <Link to="/farms/setup">Create the first one</Link>, then link its people to it.
        </>
      ) : (
        'Ask the person who runs your account to link you to a farm. It will be listed here.'
      )}
    </EmptyState>
  )
}
