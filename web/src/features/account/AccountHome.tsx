import { Link } from '@tanstack/react-router'
import type { User } from '@/api'
import { landing } from '@/shared/lib/roles'
import { Card } from '@/shared/ui/Card'
import { Clock } from '@/shared/ui/Clock'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import classes from './AccountHome.module.css'
import { Gauge } from './Gauge'

/** The first page of the account (ACC-1): the time, in figures and as a drawing. */
export function AccountHome({ user }: { user: User }) {
  usePageTitle('Account')
  const home = landing(user)
  return (
    <>
      <h1 className={classes.title}>Account</h1>
      <p className={classes.who}>
        Signed in as {user.username}. <Link to="/account/settings">Account settings</Link>
        {home !== '/account/settings' && (
          <>
            {' '}
            · <Link to={home}>Farms</Link>
          </>
        )}
      </p>
      <Card>
        <div className={classes.time}>
          <Clock />
          <Gauge />
        </div>
      </Card>
    </>
  )
}
