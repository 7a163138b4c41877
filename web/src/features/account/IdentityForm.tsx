import { editMe, type User } from '@/api'
import { EditForm, FormCard, useEditForm } from '@/forms'
import { pick } from '@/shared/lib/merge3'
import { Field } from '@/shared/ui/Field'
import classes from './Account.module.css'
import { identityOf } from './identity'
import { useSessionsEnded } from './useSessionsEnded'

interface Props {
  user: User
  onSaved: (user: User) => void
}

/** Username, email and name. */
export function IdentityCard({ user, onSaved }: Props) {
  return (
    <FormCard title="Identity">
      {(tell) => (
        <IdentityForm
          user={user}
          onSaved={(now) => {
            tell()
            if (now) onSaved(now)
          }}
        />
      )}
    </FormCard>
  )
}

/** Sends only what was changed; the name is sent whole. */
function IdentityForm({ user, onSaved }: { user: User; onSaved: (user: User | null) => void }) {
  const sessionsEnded = useSessionsEnded()
  const form = useEditForm({
    name: 'identity',
    record: { values: identityOf(user), version: 0 },
    send: (_, __, { mine, names }) => editMe(pick(mine, names)),
    // Another email has ended the others.
    onAnswer: sessionsEnded,
    onSaved,
  })
  const moves = form.values.email.trim() !== user.email
  return (
    <EditForm form={form} name="Identity">
      <Field
        {...form.field('username')}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        hint={moves ? 'With another email you are signed out everywhere else.' : undefined}
      />
      <div className={classes.names}>
        <Field {...form.field('name.first')} label="First name" autoComplete="given-name" />
        <Field {...form.field('name.middle')} label="Middle name" autoComplete="additional-name" />
        <Field {...form.field('name.last')} label="Last name" autoComplete="family-name" />
      </div>
    </EditForm>
  )
}
