import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { forgotPassword, useFailure } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { AuthCard } from './AuthCard'
import classes from './AuthCard.module.css'

/** Says the same whether or not there is such an account (PUB-2). */
const SENT = 'If an account matched that address, an email will be sent with instructions.'

/** `app` is the app that sent the person here; it is passed on so that the reset page can lead back. */
export function ForgotPassword({ app }: { app?: string }) {
  const [email, setEmail] = useState('')
  const send = useMutation({ mutationFn: () => forgotPassword(email.trim(), app) })
  const { ref, message, fields } = useFailure(send.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }

  return (
    <AuthCard title="Forgot your password?">
      {send.isSuccess ? (
        <Notice kind="success">{SENT}</Notice>
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
