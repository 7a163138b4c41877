import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Account, errorMessage, resetSecondFactor } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Confirm } from '@/shared/ui/Confirm'
import { Saved } from '@/shared/ui/Saved'
import type { Refusals } from './rights'
import classes from './Users.module.css'
import { useAccountCache } from './useAccountCache'

/** Helps a user who has lost the app with their codes. There is nothing to see where there is no second factor. */
export function SecondFactorCard({ account, refusals }: { account: Account; refusals: Refusals }) {
  const cache = useAccountCache(account._id)
  const [asked, setAsked] = useState(false)
  const reset = useMutation({
    mutationFn: () => resetSecondFactor(account._id),
    onSuccess: () => cache.keep({ secondFactor: false }),
  })
  const ask = () => {
    reset.reset()
    setAsked(true)
  }
  if (!account.secondFactor && !reset.isSuccess) return null
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
            <Button variant="plain" disabled={refusals.secondFactor !== null} onClick={ask}>
              Reset
            </Button>
          </li>
        </ul>
      )}
      <Confirm
        open={asked}
        action="Reset the second factor"
        pending={reset.isPending}
        failure={reset.error && errorMessage(reset.error)}
        onConfirm={() => reset.mutate(undefined, { onSuccess: () => setAsked(false) })}
        onClose={() => setAsked(false)}
      >
        {account.username} will sign in with the password alone until they set up a new one. Make sure that it is they
        who ask.
      </Confirm>
    </Card>
  )
}
