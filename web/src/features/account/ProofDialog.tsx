import { useEffect, useState } from 'react'
import { onProofRequired, prove, type User } from '@/api'
import { EditForm, FormSheet, useEditForm } from '@/forms'
import { Field, PasswordField } from '@/shared/ui/Field'

const EMPTY = { values: { password: '', code: '' }, version: 0 }

/** Asks for the password again, and the code, when the server wants proof that it is the user who is changing how they sign in. */
export function ProofDialog({ user }: { user: User }) {
  /** Passes the answer to whoever is waiting for it. */
  const [answer, setAnswer] = useState<((proved: boolean) => void) | null>(null)
  useEffect(() => onProofRequired(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  const close = (proved: boolean) => {
    answer?.(proved)
    setAnswer(null)
  }
  return (
    <FormSheet title="Is it you?" open={answer !== null} onClose={() => close(false)}>
      <ProofForm user={user} onProved={() => close(true)} onCancel={() => close(false)} />
    </FormSheet>
  )
}

function ProofForm({ user, onProved, onCancel }: { user: User; onProved: () => void; onCancel: () => void }) {
  const form = useEditForm({
    name: null,
    record: EMPTY,
    staying: 'free',
    send: (_, __, { values }) => prove(values.password, values.code.trim() || undefined),
    onSaved: onProved,
    onCancel,
  })
  return (
    <EditForm form={form} name="Proof" save="Continue" cancel sheet>
      <p>You signed in a while ago. Enter your password again before you change how you sign in.</p>
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" />
      {user.secondFactor && (
        <Field
          {...form.field('code')}
          label="Code"
          autoComplete="one-time-code"
          hint="From your authenticator app, or a recovery code."
        />
      )}
    </EditForm>
  )
}
