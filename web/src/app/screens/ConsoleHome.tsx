import { Link, type LinkOptions } from '@tanstack/react-router'
import { Card } from '@/shared/ui/Card'
import { Clock } from '@/shared/ui/Clock'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import classes from './ConsoleHome.module.css'

interface Place {
  to: LinkOptions['to']
  label: string
  about: string
}

const PLACES: Place[] = [
  { to: '/farms', label: 'Farms', about: 'The farms, their people and their reports.' },
  { to: '/admin/users', label: 'Users', about: 'Who can sign in, and what they may see.' },
  { to: '/admin/admin-groups', label: 'Admin Groups', about: 'What the people who run the platform may do.' },
]

const JOBS: Place = { to: '/admin/jobs', label: 'Jobs', about: 'Mail, exports and other work in the background.' }

/** The landing screen of /admin (GRP-1). */
export function ConsoleHome({ root }: { root: boolean }) {
  usePageTitle('Admin')
  return (
    <>
      <h1 className={classes.title}>Admin</h1>
      <div className={classes.panels}>
        <Card>
          <Clock />
        </Card>
        <ul className={classes.places}>
          {[...PLACES, ...(root ? [JOBS] : [])].map(({ to, label, about }) => (
            <li key={label}>
              <Link to={to} className={classes.place}>
                <b>{label}</b>
                <span>{about}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
