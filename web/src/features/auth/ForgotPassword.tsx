import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { forgotPassword, useFailure } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { AuthCard } from './AuthCard'
import classes from './AuthCard.module.css'
import { required } from './required'

const EMAIL = /^[^\s@]+@[^\s@]+$/
/** Says the same whether or not there is such an account (PUB-2). */
const SENT = 'If an account matched that address, an email will be sent with instructions.'

interface Props {
  /** The app that sent the person here; it is passed on so that the reset page can lead back. */
  app?: string
  /** Whose link no longer works. */
  email?: string
}

export function ForgotPassword({ app, email: known = '' }: Props) {
  const [email, setEmail] = useState(known)
  const send = useMutation({
    mutationFn: async () => {
      const address = email.trim()
      required({ email: EMAIL.test(address) ? address : '' }, { email: 'Please enter your email address.' })
      return forgotPassword(address, app)
    },
  })
  const { ref, message, fields } = useFailure(send.error, ['email'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }

  return (
    <AuthCard title="Forgot your password?">
      {send.isSuccess ? (
        <div className={classes.form}>
          <Notice kind="success">{SENT}</Notice>
          <p className="quiet">
            It can take a few minutes, and may be among the spam. Of several links only the newest works; an address
            gets no more than three an hour.
          </p>
        </div>
      ) : (
        <form ref={ref} className={classes.form} onSubmit={submit} noValidate>
          {message && <Notice kind="error">{message}</Notice>}
          <Field
            type="email"
            label="What's your email?"
            name="email"
            autoComplete="email"
            disabled={send.isPending}
            value={email}
            error={fields.email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" loading={send.isPending}>
            Send reset
          </Button>
        </form>
      )}
      <p className={classes.aside}>
        <Link to="/login">Back to sign in</Link>
      </p>
    </AuthCard>
  )
}
