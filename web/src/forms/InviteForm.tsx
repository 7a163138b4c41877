import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, useFailure, useOnce } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { firstFocus } from '@/shared/ui/firstFocus'
import { Notice } from '@/shared/ui/Notice'
import classes from './InviteForm.module.css'

const ASKED = 'Please give an email address.'

interface Props<More extends object, Answer> {
  /** The name of the form. */
  label: string
  /** What goes with the address. */
  more: More
  send: (body: More & { email: string }, key: string) => Promise<Answer>
  onAnswer: (answer: Answer) => void
  /** Said above the button. */
  note: string
  /** Whether the address has the focus first, as in a dialog. */
  focus?: boolean
  /** The inputs beside the address. */
  children?: ReactNode
}

/** Invites somebody by mail, who chooses a password themselves. */
export function InviteForm<More extends object, Answer>(props: Props<More, Answer>) {
  const { label, more, send, onAnswer, note, focus, children } = props
  const [email, setEmail] = useState('')
  const once = useOnce(send)
  const inviting = useMutation({
    mutationFn: async (to: string) => {
      if (!to) throw new ApiError(400, ASKED, { email: ASKED })
      return once({ ...more, email: to })
    },
    onSuccess: (answer) => {
      setEmail('')
      onAnswer(answer)
    },
  })
  const { ref, message, fields } = useFailure(inviting.error, ['email'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!inviting.isPending) inviting.mutate(email.trim())
  }
  return (
    <form ref={ref} className={classes.form} onSubmit={submit} noValidate aria-label={label}>
      {message && <Notice kind="error">{message}</Notice>}
      {inviting.isSuccess && email === '' && (
        <Notice kind="success">The invitation is on its way to {inviting.variables}.</Notice>
      )}
      <Field
        ref={focus ? firstFocus : undefined}
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        value={email}
        error={fields.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {children}
      <p className={classes.note}>{note}</p>
      <div>
        <Button type="submit" loading={inviting.isPending}>
          Send invitation
        </Button>
      </div>
    </form>
  )
}
