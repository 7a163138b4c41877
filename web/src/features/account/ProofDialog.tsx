import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { onProofRequired, prove, type User, useFailure } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Field, PasswordField } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { Sheet } from '@/shared/ui/Sheet'
import classes from './SecondFactor.module.css'

const EMPTY = { password: '', code: '' }

/** Asks for the password again, and the code, when the server wants to know that it is the user who changes how they sign in. */
export function ProofDialog({ user }: { user: User }) {
  /** Takes the answer to whoever waits for it. */
  const [answer, setAnswer] = useState<((proved: boolean) => void) | null>(null)
  const [values, setValues] = useState(EMPTY)
  const send = useMutation({ mutationFn: () => prove(values.password, values.code.trim() || undefined) })
  const { ref, message, fields } = useFailure(send.error)
  useEffect(() => onProofRequired(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  const close = (proved: boolean) => {
    answer?.(proved)
    setAnswer(null)
    setValues(EMPTY)
    send.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate(undefined, { onSuccess: () => close(true) })
  }
  const input = (name: keyof typeof EMPTY) => ({
    name,
    disabled: send.isPending,
    value: values[name],
    error: fields[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  return (
    <Sheet title="Is it you?" place="middle" open={answer !== null} onClose={() => close(false)}>
      <form ref={ref} className={classes.steps} aria-label="Proof" onSubmit={submit} noValidate>
        {message && <Notice kind="error">{message}</Notice>}
        <p>You signed in a while ago. Give your password again before you change how you sign in.</p>
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField {...input('password')} label="Your password" autoComplete="current-password" />
        {user.secondFactor && (
          <Field
            {...input('code')}
            label="Code"
            autoComplete="one-time-code"
            hint="From your authenticator app, or a recovery code."
          />
        )}
        <div className={classes.answers}>
          <Button variant="plain" disabled={send.isPending} onClick={() => close(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Go on
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
