import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type AdminGroup, deleteGroup } from '@/api'
import { counted } from '@/shared/lib/numbers'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Card } from '@/shared/ui/Card'
import classes from './Groups.module.css'
import { useGroupCache } from './useGroupCache'

/** Deletes the group, after asking, and goes back to the list (GRP-3). */
export function DeleteGroup({ group }: { group: AdminGroup }) {
  const cache = useGroupCache(group._id)
  const navigate = useNavigate()
  const remove = useMutation({ mutationFn: () => deleteGroup(group._id) })
  const gone = async () => {
    await navigate({ to: '/admin/admin-groups', state: { notice: `${group.name} was deleted.` }, ignoreBlocker: true })
    cache.drop()
  }
  return (
    <Card title="Delete">
      <ul className={`${classes.rows} ${classes.dangerous}`}>
        <li>
          <span>Removes the group. Its members lose what it gives them.</span>
          <AskFirst label="Delete" action="Delete this group" work={remove} onDone={gone}>
            {group.name} will be gone for good, and {counted(group.members, 'member')} will lose what it gives them.
          </AskFirst>
        </li>
      </ul>
    </Card>
  )
}
