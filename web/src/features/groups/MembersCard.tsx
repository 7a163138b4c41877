import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type AdminGroup, usersQuery } from '@/api'
import { counted } from '@/shared/lib/numbers'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { Loading } from '@/shared/ui/Skeleton'
import classes from './Groups.module.css'

/** Members are among those who can play the role of an admin. This many are looked through; members beyond them are not named. */
const LOOKED_THROUGH = 100

/** Who is in the group. Users are added and removed on their own pages. */
export function MembersCard({ group }: { group: AdminGroup }) {
  const admins = useQuery({
    ...usersQuery({ role: 'admin', sort: 'name', limit: LOOKED_THROUGH, page: 1 }),
    enabled: group.members > 0,
  })
  const { isPending, isError, data } = admins
  const members = data?.data.filter(({ groups }) => Object.hasOwn(groups, group._id)) ?? []
  const unnamed = group.members - members.length
  if (group.members === 0) {
    return (
      <Card title="Members">
        <p className={classes.note}>
          Nobody is in this group yet. Open one of the <Link to="/admin/users">users</Link> to put them in.
        </p>
      </Card>
    )
  }
  return (
    <Card title="Members">
      {isError && <Failure query={admins} />}
      {isPending && <Loading height={56 * Math.min(group.members, 8)} shape="control" />}
      <ul className={classes.rows}>
        {members.map(({ _id, username }) => (
          <li key={_id}>
            <Link to="/admin/users/$userId" params={{ userId: _id }}>
              {username}
            </Link>
          </li>
        ))}
      </ul>
      {data && unnamed > 0 && (
        <p className={classes.note}>
          and {counted(unnamed, 'more', 'more')}:{' '}
          <Link to="/admin/users" search={{ role: 'admin' }}>
            all who can play the role of an admin
          </Link>
        </p>
      )}
    </Card>
  )
}
