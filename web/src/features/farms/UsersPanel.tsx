import { Link } from '@tanstack/react-router'
import { type Farm, useMay } from '@/api'
import { Card } from '@/shared/ui/Card'
import classes from './FarmInfo.module.css'

/** For staff: who may see the farm (AFARM-10). */
export function UsersPanel({ users }: Pick<Farm, 'users'>) {
  const opens = useMay('admin-users')
  return (
    <Card title="Users">
      {users.length === 0 ? (
        <p className={classes.none}>Nobody is linked to this farm yet. Only staff can see it.</p>
      ) : (
        <ul className={classes.users}>
          {users.map((user) => (
            <li key={user._id}>
              {opens ? (
                <Link to="/admin/$" params={{ _splat: `users/${user._id}` }}>
                  <Who {...user} />
                </Link>
              ) : (
                <span>
                  <Who {...user} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Who({ name, username }: Farm['users'][number]) {
  return (
    <>
      <b>{name || username}</b> <span>{username}</span>
    </>
  )
}
