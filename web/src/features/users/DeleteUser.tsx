import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Account, deleteUser, errorMessage } from '@/api'
import { counted } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Confirm } from '@/shared/ui/Confirm'
import type { Refusals } from './rights'
import classes from './Users.module.css'
import { useAccountCache } from './useAccountCache'

/** Takes the user away, after a question, and leads to the list. */
export function DeleteUser({ account, refusals }: { account: Account; refusals: Refusals }) {
  const [asked, setAsked] = useState(false)
  const cache = useAccountCache(account._id)
  const navigate = useNavigate()
  const remove = useMutation({ mutationFn: () => deleteUser(account._id) })
  const gone = async () => {
    await navigate({ to: '/admin/users', state: { notice: `${account.username} was deleted.` }, ignoreBlocker: true })
    cache.drop()
  }
  const ask = () => {
    remove.reset()
    setAsked(true)
  }
  const links = account.farms.length > 0 && ` and ${counted(account.farms.length, 'link')} to farms`
  return (
    <Card title="Delete">
      <ul className={`${classes.rows} ${classes.dangerous}`}>
        <li>
          <span>{refusals.delete ?? 'Removes the user. What they recorded stays.'}</span>
          <Button variant="plain" disabled={refusals.delete !== null || refusals.all !== null} onClick={ask}>
            Delete
          </Button>
        </li>
      </ul>
      <Confirm
        open={asked}
        action="Delete this user"
        pending={remove.isPending}
        failure={remove.error && errorMessage(remove.error)}
        onConfirm={() => remove.mutate(undefined, { onSuccess: gone })}
        onClose={() => setAsked(false)}
      >
        {account.username} will be gone for good, with their sign-in{links}. What they recorded stays.
      </Confirm>
    </Card>
  )
}
