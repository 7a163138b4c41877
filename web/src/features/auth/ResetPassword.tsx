import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError, passwordRulesQuery, resetPassword, useFailure } from '@/api'
import { config } from '@/shared/lib/config'
import { Button } from '@/shared/ui/Button'
import { Check } from '@/shared/ui/Check'
import { Field } from '@/shared/ui/Field'
import { NewPassword } from '@/shared/ui/NewPassword'
import { Notice } from '@/shared/ui/Notice'
import { AuthCard } from './AuthCard'
import classes from './AuthCard.module.css'
import { required } from './required'

interface Props {
  email: string
  /** The secret in the emailed link. */
  resetKey: string
  app?: 'distributor' | 'farmer'
}

function Done({ app }: Pick<Props, 'app'>) {
  const back = app && config.appUrls[app]
  return (
    <>
      <Notice kind="success">Your password has been reset.</Notice>
      <p className={classes.aside}>{back ? <a href={back}>Back to app</a> : <Link to="/login">Sign in</Link>}</p>
    </>
  )
}

export function ResetPassword({ email, resetKey, app }: Props) {
  const [password, setPassword] = useState('')
  const [revoke, setRevoke] = useState(true)
  const reset = useMutation({
    mutationFn: async () => {
      required({ password }, { password: 'Please enter a new password.' })
      return resetPassword(email, resetKey, password, revoke)
    },
  })
  const rules = useQuery(passwordRulesQuery)
  const { ref, message, fields } = useFailure(reset.error, ['password', 'email', 'key'])
  const dead = reset.error instanceof ApiError && reset.error.final && !fields.password
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset.mutate()
  }

  return (
    <AuthCard title="Reset your password">
      {reset.isSuccess ? (
        <Done app={app} />
      ) : (
        <form ref={ref} className={classes.form} onSubmit={submit} noValidate>
          {message && <Notice kind="error">{message}</Notice>}
          <NewPassword
            label="New password"
            name="password"
            min={rules.data?.min}
            own={[email]}
            disabled={reset.isPending}
            value={password}
            error={fields.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Field
            label="Email"
            name="email"
            autoComplete="username"
            readOnly
            disabled={reset.isPending}
            value={email}
            error={fields.email ?? fields.key}
          />
          <Check
            type="checkbox"
            shape="line"
            label="Also revoke my open invitations, and the API keys I made in the last 24 hours"
            disabled={reset.isPending}
            checked={revoke}
            onChange={(event) => setRevoke(event.target.checked)}
          />
          <Button type="submit" loading={reset.isPending}>
            Set password
          </Button>
          {dead && (
            <p className={classes.aside}>
              <Link to="/login/forgot" search={{ app }} state={{ email }}>
                Ask for a new link
              </Link>
            </p>
          )}
        </form>
      )}
    </AuthCard>
  )
}
