import { useMutation } from '@tanstack/react-query'
import { type Account, resetSecondFactor } from '@/api'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Card } from '@/shared/ui/Card'
import { Saved } from '@/shared/ui/Saved'
import type { Refusals } from './rights'
import classes from './Users.module.css'
import { useAccountCache } from './useAccountCache'

/** Helps a user who has lost their authenticator app. Shows nothing if there is no second factor. */
export function SecondFactorCard({ account, refusals }: { account: Account; refusals: Refusals }) {
  const cache = useAccountCache(account._id)
  const reset = useMutation({
    mutationFn: () => resetSecondFactor(account._id),
    onSuccess: async () => {
      await cache.signedOut()
      cache.keep({ secondFactor: false })
    },
  })
  if (!account.secondFactor && reset.isIdle) return null
  return (
    <Card title="Second factor">
      {reset.isSuccess && <Saved onDismiss={reset.reset} />}
      {account.secondFactor && (
        <ul className={classes.rows}>
          <li>
            <span>
              {account.username} signs in with a code from an authenticator app.
              {!refusals.all && refusals.secondFactor && <span className="quiet"> {refusals.secondFactor}</span>}
            </span>
            <AskFirst
              label="Reset"
              disabled={refusals.secondFactor !== null}
              action="Reset the second factor"
              work={reset}
            >
              {account.username} will sign in with just the password until they set up a new one. Make sure that the
              request really comes from them.
            </AskFirst>
          </li>
        </ul>
      )}
    </Card>
  )
}
