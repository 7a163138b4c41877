import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  canStay,
  keepSession,
  leaveHere,
  login,
  myUserQuery,
  type SignInForm,
  sessionHasEnded,
  stayHere,
  useFailure,
} from '@/api'
import { entered, takeOver } from '@/shared/lib/boot'
import { config } from '@/shared/lib/config'
import { safeReturnUrl } from '@/shared/lib/returnUrl'
import { landing, mayStay } from '@/shared/lib/roles'
import { Button } from '@/shared/ui/Button'
import { Field, PasswordField } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { AuthCard } from './AuthCard'
import classes from './AuthCard.module.css'
import { required } from './required'

interface Props {
  returnUrl?: string
  /** True if the form is shown because a session has ended. */
  authRequired: boolean
}

const EMPTY = { username: '', password: '', code: '', stay: '' }
const ASKED = { username: 'Please enter your username or email.', password: 'Please enter your password.' }

function useSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ username, password, code, stay }: SignInForm & { code: string; stay: string }) => {
      const account = { username: username.trim(), password }
      required(account, ASKED)
      const answer = await login({ ...account, ...(code.trim() && { code: code.trim() }) })
      keepSession(answer.token)
      if (stay && mayStay(answer.user)) await stayHere()
      else void leaveHere()
      return answer
    },
    onSuccess: ({ user }) => {
      queryClient.clear()
      queryClient.setQueryData(myUserQuery.queryKey, user)
    },
  })
}

export function SignIn({ returnUrl, authRequired }: Props) {
  const [account, setAccount] = useState(EMPTY)
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [ended] = useState(() => sessionHasEnded() && !authRequired)
  const router = useRouter()
  const signIn = useSignIn()
  const { error } = signIn
  const { ref, message, fields } = useFailure(error, ['username', 'password', 'code'])
  // The server knows the account and also wants the code from its second factor.
  const wantsCode = 'code' in fields
  const wantsName = 'username' in fields
  const busy = signIn.isPending
  const arrived = signIn.isIdle && step === 'password'
  const change = (part: Partial<typeof EMPTY>) => setAccount({ ...account, ...part })
  const send = (account: typeof EMPTY) =>
    signIn.mutate(account, {
      onSuccess: ({ user }) => router.navigate({ href: safeReturnUrl(returnUrl) ?? landing(user), replace: true }),
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(account)
  }
  const toPassword = () => {
    setStep('password')
    setAccount({ ...account, code: '' })
    signIn.reset()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it appears.
  useLayoutEffect(() => {
    const typed = { ...account, ...takeOver(ref.current) }
    setAccount(typed)
    if (entered()) send(typed)
  }, [])
  useEffect(() => {
    if (wantsCode) return setStep('code')
    if (!error || wantsName) return
    // The password is what is usually wrong, and cannot be read: it is typed anew.
    const field = ref.current?.querySelector<HTMLInputElement>('[name=password]')
    field?.focus()
    field?.select()
  }, [error, wantsCode, wantsName, ref])

  return (
    <>
      <AuthCard title="Sign in">
        <form ref={ref} className={classes.form} onSubmit={submit} noValidate>
          {arrived && authRequired && <Notice kind="info">Auth required.</Notice>}
          {arrived && ended && <Notice kind="info">Your session has ended. Sign in to go on where you were.</Notice>}
          {message && <Notice kind="error">{message}</Notice>}
          {step === 'password' ? (
            <>
              <Field
                label="Username or email"
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                disabled={busy}
                value={account.username}
                error={fields.username}
                onChange={(event) => change({ username: event.currentTarget.value })}
              />
              <PasswordField
                label="Password"
                name="password"
                autoComplete="current-password"
                disabled={busy}
                value={account.password}
                error={fields.password}
                onChange={(event) => change({ password: event.currentTarget.value })}
              />
              {canStay() && (
                <StayChoice disabled={busy} stays={account.stay !== ''} onChange={(stay) => change({ stay })} />
              )}
            </>
          ) : (
            <CodeField
              disabled={busy}
              value={account.code}
              // Arriving here without a code is not a mistake.
              error={signIn.variables?.code ? fields.code : undefined}
              onChange={(code) => change({ code })}
            />
          )}
          <Button type="submit" loading={busy}>
            Sign in
          </Button>
          {step === 'code' && (
            <Button variant="plain" disabled={busy} onClick={toPassword}>
              Back
            </Button>
          )}
        </form>
        <p className={classes.aside}>
          <Link to="/login/forgot">Forgot your password?</Link>
        </p>
      </AuthCard>
      {config.demo && step === 'password' && <DemoAccounts onChoose={(chosen) => change(chosen)} />}
    </>
  )
}

interface StayProps {
  disabled: boolean
  stays: boolean
  onChange: (stay: string) => void
}

function StayChoice({ disabled, stays, onChange }: StayProps) {
  return (
    <div className={`boot-stay ${classes.stay}`}>
      <label className="boot-check">
        <input
          type="checkbox"
          name="stay"
          className="boot-box"
          aria-describedby="stay-note"
          disabled={disabled}
          checked={stays}
          onChange={(event) => onChange(event.currentTarget.checked ? 'on' : '')}
        />
        Stay signed in on this device
      </label>
      <p id="stay-note" className="quiet">
        For your own phone or computer. Staff sign in each time.
      </p>
    </div>
  )
}

interface CodeProps {
  disabled: boolean
  value: string
  error?: string
  onChange: (code: string) => void
}

/** The second step, in place of the first; it takes over the focus. */
function CodeField({ onChange, ...input }: CodeProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Field
      {...input}
      ref={field}
      label="Code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      hint="Please give the code from your authenticator app, or one of your recovery codes."
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const PASSWORD = 'merroir-demo'
const ACCOUNTS = ['manager', 'admin', 'root', 'member']

interface DemoAccountsProps {
  onChoose: (account: { username: string; password: string }) => void
}

/** On a demo server the accounts are public; one press fills the form. */
function DemoAccounts({ onChoose }: DemoAccountsProps) {
  return (
    <aside className={classes.demo} aria-label="Demo accounts">
      This is a demo. Choose who to be; the password is {PASSWORD}.
      <ul>
        {ACCOUNTS.map((username) => (
          <li key={username}>
            <Button variant="plain" onClick={() => onChoose({ username, password: PASSWORD })}>
              {username}
            </Button>
          </li>
        ))}
      </ul>
    </aside>
  )
}
