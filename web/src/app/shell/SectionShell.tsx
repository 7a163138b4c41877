import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { farmQuery, isMissing, myUserQuery } from '@/api'
import { RecallStrip } from '@/features/farms'
import { hasWork } from '@/shared/lib/consoleRights'
import { DETAIL_PATH, type FarmSection } from '@/shared/lib/farmPaths'
import { landing } from '@/shared/lib/roles'
import { lazy } from '@/shared/ui/lazy'
import { useDesk } from '@/shared/ui/useDesk'
import bar from './Bar.module.css'
import { FarmNav } from './farm/FarmNav'
import { FarmSwitcher, FindButton } from './find/FindButtons'
import classes from './HeaderTools.module.css'
import { MainNav } from './MainNav'
import { NameMenu } from './NameMenu'
import { ProofAsker } from './ProofAsker'
import { Shell } from './Shell'
import { isRefused, linksOf, type ShellSection } from './sections'
import { WorkCount } from './WorkCount'

const Bell = lazy(() => import('./Bell'))
const ViewStrip = lazy(() => import('./ViewStrip'))
const StaffBar = lazy(() => import('./StaffBar'))
const FarmTools = lazy(() => import('./farm/FarmTools'))

/** A page beside that of a farm; the invoices outlive it, and those who keep records come to them from the payments. */
const BESIDE = /^\/(?:manage\/[^/]+\/|farms\/[^/]+\/(?!invoices))./

/** The place of the bar: what comes into sight stands above it, also before there is anything to press in it. */
const COMING_BAR = (
  <nav aria-hidden className={bar.bar}>
    <span className={bar.item} />
  </nav>
)

interface Props {
  section: ShellSection
  children: ReactNode
}

/** The frame of the signed-in sections; the pages of a farm have the way around it beside them, and all lead to the one that says so where there is no such farm. */
export function SectionShell({ section, children }: Props) {
  const { data: user } = useQuery(myUserQuery)
  const { farmId: named = '' } = useParams({ strict: false })
  const asked = useQuery({ ...farmQuery(named), enabled: named !== '' })
  const missing = !asked.data && isMissing(asked.error)
  const farmId = missing ? '' : named
  const desk = useDesk()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const staff = user && (section === 'console' || landing(user) === '/farms') && !desk && (
    <Suspense fallback={COMING_BAR}>
      <StaffBar user={user} />
    </Suspense>
  )
  const pages = section === 'manage' ? 'manage' : 'farms'
  const links = linksOf(section, user)
  const farm = farmId && <FarmNav section={pages} farmId={farmId} />
  return (
    <Shell
      nav={<MainNav links={links} count={section === 'console' && user && hasWork(user) && <WorkCount />} />}
      many={links.length > 1}
      strip={
        <>
          {user?.viewing && (
            <Suspense>
              <ViewStrip viewing={user.viewing} />
            </Suspense>
          )}
          {farmId && <FarmRecalls section={pages} farmId={farmId} />}
        </>
      }
      aside={farm || staff}
      switcher={user && farmId && <FarmSwitcher user={user} />}
      tools={
        user && (
          <>
            {farmId && !desk && (
              <Suspense fallback={<span className={classes.coming} />}>
                <FarmTools section={pages} farmId={farmId} />
              </Suspense>
            )}
            <FindButton user={user} />
            {section === 'manage' && farmId && (
              <Suspense fallback={<span className={classes.coming} />}>
                <Bell farmId={farmId} />
              </Suspense>
            )}
            <NameMenu user={user} section={section} />
          </>
        )
      }
    >
      {user && isRefused(path, user) ? (
        <Navigate to={user.viewing ? '/manage' : '/admin'} replace />
      ) : missing && BESIDE.test(path) ? (
        <Navigate to={DETAIL_PATH[pages]} params={{ farmId: named }} replace />
      ) : (
        children
      )}
      {user && <ProofAsker user={user} />}
    </Shell>
  )
}

/** What is so of the farm on all of its pages. */
function FarmRecalls({ section, farmId }: { section: FarmSection; farmId: string }) {
  const { data: farm } = useQuery(farmQuery(farmId))
  return farm ? <RecallStrip section={section} farmId={farmId} recalls={farm.openRecalls} /> : null
}
