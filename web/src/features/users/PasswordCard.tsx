import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Account, type Issued, issuedQuery, passwordRulesQuery, setUserPassword } from '@/api'
import { EditForm, FormCard, IssuedChoice, NEW_PASSWORD, twicePassword, useEditForm } from '@/forms'
import { PasswordField } from '@/shared/ui/Field'
import { NewPassword } from '@/shared/ui/NewPassword'
import type { Refusals } from './rights'
import classes from './Users.module.css'
import { useAccountCache } from './useAccountCache'

interface Props {
  account: Account
  refusals: Refusals
}

/** Gives the user a new password, typed twice. */
export function PasswordCard({ account, refusals }: Props) {
  return (
    <FormCard title="Password">
      {(onSaved) =>
        refusals.password ? (
          <p className={classes.note}>
            {refusals.password} <Link to="/account/settings">Account settings</Link>
          </p>
        ) : (
          <PasswordForm account={account} refusals={refusals} onSaved={onSaved} />
        )
      }
    </FormCard>
  )
}

function PasswordForm({ account, refusals, onSaved }: Props & { onSaved: () => void }) {
  const rules = useQuery(passwordRulesQuery)
  const { signedOut } = useAccountCache(account._id)
  const [revoke, setRevoke] = useState(true)
  const form = useEditForm({
    name: null,
    record: NEW_PASSWORD,
    problems: twicePassword,
    send: (_, __, { values }) => setUserPassword(account._id, values.password, revoke && Boolean(issued.data?.length)),
    onAnswer: signedOut,
    onSaved,
  })
  const issued: UseQueryResult<Issued[]> = useQuery({
    ...issuedQuery(account._id),
    enabled: refusals.all === null && form.dirty,
  })
  return (
    <EditForm form={form} name="Password" locked={refusals.all !== null} beside>
      <div className={classes.pair}>
        <NewPassword
          {...form.field('password')}
          label="New password"
          min={rules.data?.min}
          own={[account.username, account.email]}
        />
        <PasswordField {...form.field('repeat')} label="Repeat new password" autoComplete="new-password" />
      </div>
      <IssuedChoice issued={issued.data} by={account.username} revoke={revoke} onRevoke={setRevoke} />
      <p className="quiet">Saving signs {account.username} out everywhere.</p>
    </EditForm>
  )
}
