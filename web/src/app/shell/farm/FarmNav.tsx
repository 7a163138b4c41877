import { IconChartBar, IconHome, IconMenu2, IconPlus, IconSearch, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type FarmRecord, farmQuery, May, myUserQuery } from '@/api'
import { tabsOf } from '@/features/farms'
import { ReportNames } from '@/features/reports'
import { DETAIL_PATH, type FarmSection, RECORD_PATH, TAGS_PATH } from '@/shared/lib/farmPaths'
import { Sheet } from '@/shared/ui/Sheet'
import { useDesk } from '@/shared/ui/useDesk'
import { AccountLinks } from '../AccountLinks'
import bar from '../Bar.module.css'
import { useFinder } from '../find/useFinder'
import { SchemeSwitch } from '../SchemeSwitch'
import { FarmGroups, TAG_PAGES } from './FarmGroups'
import classes from './FarmNav.module.css'
import { useFarmPlace } from './useFarmPlace'

interface Props {
  section: FarmSection
  farmId: string
}

interface Known extends Props {
  farm?: FarmRecord
}

/** The way around a farm, beside all of its pages: a rail on a desk, a bar under the thumb on a phone. */
export function FarmNav({ section, farmId }: Props) {
  const { data: farm, isError } = useQuery(farmQuery(farmId))
  const desk = useDesk()
  if (isError && !farm) return null
  return desk ? (
    <Rail section={section} farmId={farmId} farm={farm} />
  ) : (
    <Bar section={section} farmId={farmId} farm={farm} />
  )
}

function Rail(props: Known) {
  const { report } = useFarmPlace(props.section, props.farm)
  return (
    <nav aria-label="Farm" className={classes.rail}>
      <May do="record">
        <Link to={RECORD_PATH[props.section]} params={{ farmId: props.farmId }} className={classes.record}>
          <IconPlus size={18} aria-hidden />
          Record
        </Link>
      </May>
      <div className={classes.groups}>
        <FarmGroups {...props}>
          {report && (
            <>
              <p aria-hidden="true" className={classes.group}>
                Reports
              </p>
              <ReportNames chosen={report} />
            </>
          )}
        </FarmGroups>
      </div>
    </nav>
  )
}

function Bar(props: Known) {
  const { section, farmId, farm } = props
  const { tab, beside = '' } = useFarmPlace(section, farm)
  const reports = farm && tabsOf(section, farm).includes('reports')
  return (
    <nav aria-label="Farm" className={`${bar.bar} ${classes.bar}`}>
      {farm?.may !== 'record' && (
        <Link
          to={DETAIL_PATH[section]}
          params={{ farmId }}
          aria-current={tab === 'today' ? 'page' : undefined}
          activeOptions={{ exact: true }}
          className={bar.item}
        >
          <IconHome size={22} aria-hidden />
          Today
        </Link>
      )}
      <Link
        to={TAGS_PATH[section]}
        params={{ farmId }}
        aria-current={TAG_PAGES.includes(beside) ? 'page' : undefined}
        className={bar.item}
      >
        <IconTag size={22} aria-hidden />
        Tags
      </Link>
      <May do="record">
        <Link to={RECORD_PATH[section]} params={{ farmId }} className={classes.record}>
          Record
        </Link>
      </May>
      {reports && (
        <Link
          to={DETAIL_PATH[section]}
          params={{ farmId }}
          search={{ tab: 'reports' }}
          aria-current={tab === 'reports' ? 'page' : undefined}
          className={bar.item}
        >
          <IconChartBar size={22} aria-hidden />
          Reports
        </Link>
      )}
      <More {...props} />
    </nav>
  )
}

/** All places of the farm, and what is in the header of a wider screen, in a sheet that closes as one is chosen. */
function More(props: Known) {
  const [open, setOpen] = useState(false)
  const { data: user } = useQuery(myUserQuery)
  const { show, finder } = useFinder({ user, farmId: props.farmId, farmsOnly: false })
  const find = () => {
    setOpen(false)
    show()
  }
  const address = useRouterState({ select: ({ location }) => location.href })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another address.
  useEffect(() => setOpen(false), [address])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={bar.item}
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={22} aria-hidden />
        More
      </button>
      <Sheet title={props.farm?.name ?? 'Farm'} open={open} onClose={() => setOpen(false)}>
        <div className={bar.sheet}>
          <button type="button" aria-haspopup="dialog" className={classes.act} onClick={find}>
            <IconSearch size={18} aria-hidden />
            Find anything
          </button>
          <FarmGroups {...props} onGo={() => setOpen(false)}>
            <p className={classes.group}>Your account</p>
            {user && (
              <AccountLinks
                user={user}
                section={props.section === 'manage' ? 'manage' : 'console'}
                className={classes.place}
                onGo={() => setOpen(false)}
              />
            )}
            <SchemeSwitch words={classes.act} />
          </FarmGroups>
        </div>
      </Sheet>
      {finder}
    </>
  )
}
