import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type User, type Work, workQuery } from '@/api'
import { hasWork } from '@/shared/lib/consoleRights'
import { exact } from '@/shared/lib/numbers'
import { isRoot, mayAny, mayEnter } from '@/shared/lib/roles'
import { Card } from '@/shared/ui/Card'
import { Clock } from '@/shared/ui/Clock'
import { Failure } from '@/shared/ui/Failure'
import { Loading } from '@/shared/ui/Skeleton'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import classes from './ConsoleHome.module.css'

interface Line {
  label: string
  /** Left out for those who may not see it. */
  count?: number
  /** Where it is dealt with. */
  link: Pick<LinkProps, 'to' | 'search'>
}

/** What a person may not see is left out. */
function linesOf(work: Work): Line[] {
  const lines: Line[] = [
    { label: 'Orders to send', count: work.toSend, link: { to: '/farms/fulfilment' } },
    { label: 'Orders on hold', count: work.held, link: { to: '/farms/fulfilment', search: { state: 'held' } } },
    {
      label: 'Orders waiting for payment',
      count: work.unpaid,
      link: { to: '/farms/fulfilment', search: { state: 'unpaid' } },
    },
    { label: 'Failed payments', count: work.failedPayments, link: { to: '/admin/payments' } },
    { label: 'Farms asking for tagging', count: work.taggingAsked, link: { to: '/admin/tagging' } },
    { label: 'Failed jobs', count: work.failedJobs, link: { to: '/admin/jobs' } },
    { label: 'Open recalls', count: work.openRecalls, link: { to: '/admin/recalls' } },
    { label: 'Recalls asked for', count: work.recallsAsked, link: { to: '/admin/recalls' } },
  ]
  return lines.filter(({ count }) => count !== undefined)
}

/** Where staff start (GRP-1): the time, and what is waiting for them. */
export function ConsoleHome({ user }: { user: User }) {
  usePageTitle('Admin')
  const told = hasWork(user)
  const work = useQuery({ ...workQuery, enabled: told })
  return (
    <div className={classes.home}>
      <div className={classes.head}>
        <h1 className={classes.title}>Admin</h1>
        <Clock line />
      </div>
      {told && (
        <Card title="Work">
          {work.isPending && <Loading height={220} />}
          {work.error && <Failure query={work} />}
          {work.data && (
            <ul>
              {linesOf(work.data).map((line) => (
                <li key={line.label}>
                  <WorkLine {...line} />
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
      <nav aria-label="Work" className={classes.places}>
        {mayAny(user, 'companies') && <Link to="/farms/fulfilment">Fulfilment</Link>}
        {mayAny(user, 'companies', 'pricing') && <Link to="/admin/prices">Prices</Link>}
        {!told && mayEnter('farms', user) && <Link to="/farms">Farms</Link>}
        {!told && mayAny(user, 'admin-users') && <Link to="/admin/users">Users</Link>}
        {mayAny(user, 'admin-users') && <Link to="/admin/audit">Audit</Link>}
        {isRoot(user) && <Link to="/admin/jobs">Jobs</Link>}
        {isRoot(user) && <Link to="/admin/system">System</Link>}
      </nav>
    </div>
  )
}

function WorkLine({ label, count = 0, link }: Line) {
  return (
    <Link {...link} className={classes.line} data-some={count > 0 || undefined}>
      <span>{label}</span> <b>{exact(count)}</b>
    </Link>
  )
}
