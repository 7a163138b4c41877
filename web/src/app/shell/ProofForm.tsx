import { prove, type User } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { Field, PasswordField } from '@/shared/ui/Field'
import { firstFocus } from '@/shared/ui/firstFocus'

const EMPTY = { values: { password: '', code: '' }, version: 0 }

interface Props {
  user: User
  onProved: () => void
  onCancel: () => void
}

/** In the dialog that asks whether it is the user who is there. */
export function ProofForm({ user, onProved, onCancel }: Props) {
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
      <p>You signed in a while ago. Enter your password again to go on.</p>
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        ref={firstFocus}
        label="Your password"
        autoComplete="current-password"
      />
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
