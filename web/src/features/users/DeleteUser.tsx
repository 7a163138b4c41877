import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Account, deleteUser } from '@/api'
import { counted } from '@/shared/lib/numbers'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Card } from '@/shared/ui/Card'
import type { Refusals } from './rights'
import classes from './Users.module.css'
import { useAccountCache } from './useAccountCache'

/** Deletes the user, after asking, and goes back to the list. */
export function DeleteUser({ account, refusals }: { account: Account; refusals: Refusals }) {
  const cache = useAccountCache(account._id)
  const navigate = useNavigate()
  const remove = useMutation({ mutationFn: () => deleteUser(account._id) })
  const gone = async () => {
    await navigate({ to: '/admin/users', state: { notice: `${account.username} was deleted.` }, ignoreBlocker: true })
    cache.drop()
  }
  const links = account.farms.length > 0 && ` and ${counted(account.farms.length, 'link')} to farms`
  return (
    <Card title="Delete">
      <ul className={`${classes.rows} ${classes.dangerous}`}>
        <li>
          <span>{refusals.delete ?? 'Removes the user. What they recorded stays.'}</span>
          <AskFirst
            label="Delete"
            disabled={refusals.delete !== null || refusals.all !== null}
            action="Delete this user"
            work={remove}
            onDone={gone}
          >
            {account.username} will be gone for good, with their sign-in{links}. What they recorded stays.
          </AskFirst>
        </li>
      </ul>
    </Card>
  )
}
