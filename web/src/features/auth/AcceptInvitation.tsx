import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import {
  ApiError,
  acceptInvitation,
  errorMessage,
  type InvitationAsked,
  invitationQuery,
  joinFarm,
  myUserQuery,
  passwordRulesQuery,
  sessionToken,
  useFailure,
} from '@/api'
import { PRODUCT } from '@/shared/lib/product'
import { Button, buttonClass } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { Field } from '@/shared/ui/Field'
import { NewPassword } from '@/shared/ui/NewPassword'
import { Notice } from '@/shared/ui/Notice'
import { AuthCard } from './AuthCard'
import classes from './AuthCard.module.css'
import { required } from './required'

/** Where the link of an invitation leads. To look at it uses nothing up. */
export function AcceptInvitation({ token }: { token: string }) {
  const invitation = useQuery(invitationQuery(token))
  return (
    <AuthCard title={invitation.isError ? 'Invitation' : 'You are invited'}>
      {invitation.isPending && <p role="status">Looking at the invitation...</p>}
      {invitation.isError && (
        <div className={classes.form}>
          <Failure query={invitation} />
          {isRefused(invitation.error) && !sessionToken() && (
            <p className={classes.aside}>
              If you have accepted it before, <Link to="/login">sign in</Link>.
            </p>
          )}
        </div>
      )}
      {invitation.data && <Asked asked={invitation.data} token={token} />}
    </AuthCard>
  )
}

/** It is no invitation, or none any more; all else passes. */
const isRefused = (error: unknown) => error instanceof ApiError && error.final

const MAY = {
  record: 'to record what is done there',
  reports: 'to record what is done there and see its reports',
  manage: 'to manage it',
} as const

function Asked({ asked, token }: { asked: InvitationAsked; token: string }) {
  const { by, farmName, may, hasAccount } = asked
  return (
    <div className={classes.form}>
      <p>
        {farmName
          ? `${by} invites you to the farm ${farmName}, ${MAY[may as keyof typeof MAY] ?? ''}.`
          : `${by} invites you to ${PRODUCT}.`}
      </p>
      {hasAccount ? <Join asked={asked} token={token} /> : <NewAccount asked={asked} token={token} />}
    </div>
  )
}

/** For who has an account with the invited address: it accepts when it is signed in. */
function Join({ asked, token }: { asked: InvitationAsked; token: string }) {
  const { data: me } = useQuery(myUserQuery)
  const client = useQueryClient()
  const navigate = useNavigate()
  const join = useMutation({
    mutationFn: () => joinFarm(token),
    onSuccess: async ({ farm }) => {
      await client.invalidateQueries()
      await navigate(
        farm ? { to: '/manage/$farmId', params: { farmId: farm }, replace: true } : { to: '/', replace: true },
      )
    },
  })
  if (!sessionToken() || !me) {
    return (
      <>
        <p>There is an account with the address {asked.email}. Sign in with it to accept.</p>
        <Link to="/login" search={{ returnUrl: `/invitation/${token}` }} className={buttonClass()}>
          Sign in
        </Link>
      </>
    )
  }
  const theirs = me.email.toLowerCase() === asked.email.toLowerCase()
  return (
    <>
      {join.error && <Notice kind="error">{errorMessage(join.error)}</Notice>}
      {theirs ? (
        <>
          <p>You are signed in as {me.username}.</p>
          <Button loading={join.isPending} onClick={() => join.mutate()}>
            Accept
          </Button>
        </>
      ) : (
        <p>
          It was sent to {asked.email}. You are signed in as {me.username}, whose account has another address.
        </p>
      )}
      <p className={classes.aside}>
        <Link to="/login/logout">Sign out, to accept with another account</Link>
      </p>
    </>
  )
}

const ASKED = { username: 'Please choose a username.', password: 'Please choose a password.' }

const INPUTS = ['name.first', 'name.last', 'username', 'email', 'password'] as const

function NewAccount({ asked, token }: { asked: InvitationAsked; token: string }) {
  const [typed, setTyped] = useState({ first: '', last: '', username: asked.email, password: '' })
  const rules = useQuery(passwordRulesQuery)
  const { first, last, username, password } = typed
  const accept = useMutation({
    mutationFn: async () => {
      required({ username: username.trim(), password }, ASKED)
      return acceptInvitation({ token, username, password, name: { first, last } })
    },
  })
  const { ref, message, fields } = useFailure(accept.error, INPUTS)
  const change = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!accept.isPending) accept.mutate()
  }
  if (accept.isSuccess) {
    const returnUrl = asked.farm ? `/manage/${asked.farm}` : undefined
    // Whoever is signed in here is somebody else.
    const other = sessionToken() !== null
    return (
      <>
        <Notice kind="success">
          Your account is ready. {other ? 'Sign out here first, then sign' : 'Sign'} in as {username.trim()}.
        </Notice>
        {other ? (
          <Link to="/login/logout" className={buttonClass()}>
            Sign out
          </Link>
        ) : (
          <Link to="/login" search={{ returnUrl }} className={buttonClass()}>
            Sign in
          </Link>
        )}
      </>
    )
  }
  const input = { disabled: accept.isPending }
  return (
    <form ref={ref} className={classes.form} onSubmit={submit} noValidate aria-label="Your account">
      {message && <Notice kind="error">{message}</Notice>}
      <Field
        {...input}
        label="First name"
        name="name.first"
        autoComplete="given-name"
        value={first}
        error={fields['name.first']}
        onChange={(event) => change({ first: event.currentTarget.value })}
      />
      <Field
        {...input}
        label="Last name"
        name="name.last"
        autoComplete="family-name"
        value={last}
        error={fields['name.last']}
        onChange={(event) => change({ last: event.currentTarget.value })}
      />
      <Field
        {...input}
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={`You sign in with this, or with ${asked.email}.`}
        value={username}
        error={fields.username ?? fields.email}
        onChange={(event) => change({ username: event.currentTarget.value })}
      />
      <NewPassword
        {...input}
        label="Password"
        name="password"
        min={rules.data?.min}
        own={[asked.email, username, first, last]}
        value={password}
        error={fields.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <Button type="submit" loading={accept.isPending}>
        Accept and make my account
      </Button>
    </form>
  )
}
