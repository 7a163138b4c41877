import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type Account, passwordRulesQuery, setUserPassword, useFailure } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { PasswordField } from '@/shared/ui/Field'
import { NewPassword } from '@/shared/ui/NewPassword'
import { Notice } from '@/shared/ui/Notice'
import { Saved } from '@/shared/ui/Saved'
import type { Refusals } from './rights'
import classes from './Users.module.css'

const EMPTY = { password: '', repeat: '' }

/** Gives the user another password, typed twice. */
export default function PasswordCard({ account, refusals }: { account: Account; refusals: Refusals }) {
  const rules = useQuery(passwordRulesQuery)
  const [values, setValues] = useState(EMPTY)
  const [differ, setDiffer] = useState(false)
  const save = useMutation({
    mutationFn: (password: string) => setUserPassword(account._id, password),
    onSuccess: () => setValues(EMPTY),
  })
  const { ref, message, fields } = useFailure(save.error)
  const change = (part: Partial<typeof EMPTY>) => {
    setDiffer(false)
    setValues((before) => ({ ...before, ...part }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.reset()
    const different = values.password !== values.repeat
    setDiffer(different)
    if (different) ref.current?.querySelector<HTMLInputElement>('[name=repeat]')?.focus()
    else save.mutate(values.password)
  }
  return (
    <Card title="Password">
      {refusals.password && (
        <p className={classes.note}>
          {refusals.password} <Link to="/account/settings">Account settings</Link>
        </p>
      )}
      {!refusals.password && (
        <form ref={ref} aria-label="Password" noValidate className={classes.form} onSubmit={submit}>
          {save.isSuccess && <Saved onDismiss={save.reset} />}
          {message && <Notice kind="error">{message}</Notice>}
          <fieldset className={classes.set} disabled={save.isPending || refusals.all !== null}>
            <legend className="visually-hidden">A new password</legend>
            <div className={classes.pair}>
              <NewPassword
                label="New password"
                name="password"
                min={rules.data?.min}
                own={[account.username, account.email]}
                value={values.password}
                error={fields.password}
                onChange={(event) => change({ password: event.currentTarget.value })}
              />
              <PasswordField
                label="Repeat new password"
                name="repeat"
                autoComplete="new-password"
                value={values.repeat}
                error={differ && 'Passwords do not match.'}
                onChange={(event) => change({ repeat: event.currentTarget.value })}
              />
            </div>
            <p className={classes.hint}>Saving signs {account.username} out everywhere.</p>
            <div className={classes.buttons}>
              <Button type="submit" loading={save.isPending}>
                Save
              </Button>
            </div>
          </fieldset>
        </form>
      )}
    </Card>
  )
}
