import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { keepSession, login, myUserQuery, useFailure } from '@/api'
import { config } from '@/shared/lib/config'
import { safeReturnUrl } from '@/shared/lib/returnUrl'
import { landing } from '@/shared/lib/roles'
import { Button } from '@/shared/ui/Button'
import { Field, PasswordField } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { AuthCard } from './AuthCard'
import classes from './AuthCard.module.css'
import { DemoAccounts } from './DemoAccounts'

interface Props {
  returnUrl?: string
  /** True when a session had ended and this is why the form is here. */
  authRequired: boolean
}

const EMPTY = { username: '', password: '' }

function useSignIn(returnUrl: string | undefined) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ username, password }: typeof EMPTY) => login(username.trim(), password),
    onSuccess: async ({ token, user }) => {
      keepSession(token)
      queryClient.clear()
      queryClient.setQueryData(myUserQuery.queryKey, user)
      await router.navigate({ href: safeReturnUrl(returnUrl) ?? landing(user), replace: true })
    },
  })
}

export function SignIn({ returnUrl, authRequired }: Props) {
  const [account, setAccount] = useState(EMPTY)
  const signIn = useSignIn(returnUrl)
  const { ref, message, fields } = useFailure(signIn.error)
  const busy = signIn.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate(account)
  }

  return (
    <>
      <AuthCard title="Sign in">
        <form ref={ref} className={classes.form} onSubmit={submit} noValidate>
          {authRequired && signIn.isIdle && <Notice kind="info">Auth required.</Notice>}
          {message && <Notice kind="error">{message}</Notice>}
          <Field
            label="Username or email"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            disabled={busy}
            value={account.username}
            error={fields.username}
            onChange={(event) => setAccount({ ...account, username: event.currentTarget.value })}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            disabled={busy}
            value={account.password}
            error={fields.password}
            onChange={(event) => setAccount({ ...account, password: event.currentTarget.value })}
          />
          <Button type="submit" loading={busy}>
            Sign in
          </Button>
        </form>
        <p className={classes.aside}>
          <Link to="/login/forgot">Forgot your password?</Link>
        </p>
      </AuthCard>
      {config.demo && <DemoAccounts onChoose={setAccount} />}
    </>
  )
}
