import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type AdminGroup, deleteGroup, errorMessage } from '@/api'
import { counted } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Confirm } from '@/shared/ui/Confirm'
import classes from './Groups.module.css'
import { useGroupCache } from './useGroupCache'

/** Takes the group away, after a question, and leads to the list (GRP-3). */
export function DeleteGroup({ group }: { group: AdminGroup }) {
  const [asked, setAsked] = useState(false)
  const cache = useGroupCache(group._id)
  const navigate = useNavigate()
  const remove = useMutation({ mutationFn: () => deleteGroup(group._id) })
  const gone = async () => {
    await navigate({ to: '/admin/admin-groups', state: { notice: `${group.name} was deleted.` }, ignoreBlocker: true })
    cache.drop()
  }
  const ask = () => {
    remove.reset()
    setAsked(true)
  }
  return (
    <Card title="Delete">
      <ul className={`${classes.rows} ${classes.dangerous}`}>
        <li>
          <span>Removes the group. Its members lose what it gives them.</span>
          <Button variant="plain" onClick={ask}>
            Delete
          </Button>
        </li>
      </ul>
      <Confirm
        open={asked}
        action="Delete this group"
        pending={remove.isPending}
        failure={remove.error && errorMessage(remove.error)}
        onConfirm={() => remove.mutate(undefined, { onSuccess: gone })}
        onClose={() => setAsked(false)}
      >
        {group.name} will be gone for good, and {counted(group.members, 'member')} will lose what it gives them.
      </Confirm>
    </Card>
  )
}
