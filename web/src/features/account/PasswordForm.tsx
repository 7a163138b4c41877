import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { editMyPassword, type Issued, myIssuedQuery, passwordRulesQuery, type User } from '@/api'
import { EditForm, FormCard, IssuedChoice, NEW_PASSWORD, twicePassword, useEditForm } from '@/forms'
import { PasswordField } from '@/shared/ui/Field'
import { NewPassword } from '@/shared/ui/NewPassword'
import { ownNames } from './identity'
import { useSessionsEnded } from './useSessionsEnded'

/** Sets a new password. What is typed here is never kept. */
export function PasswordCard({ user }: { user: User }) {
  return (
    <FormCard title="Password" more="You are signed out everywhere else, and stay signed in nowhere.">
      {(onSaved) => <PasswordForm user={user} onSaved={onSaved} />}
    </FormCard>
  )
}

function PasswordForm({ user, onSaved }: { user: User; onSaved: () => void }) {
  const rules = useQuery(passwordRulesQuery)
  const sessionsEnded = useSessionsEnded()
  const [revoke, setRevoke] = useState(true)
  const form = useEditForm({
    name: null,
    record: NEW_PASSWORD,
    problems: twicePassword,
    send: (_, __, { values }) => editMyPassword(values.password, revoke && Boolean(issued.data?.length)),
    onAnswer: sessionsEnded,
    onSaved,
  })
  const issued: UseQueryResult<Issued[]> = useQuery({ ...myIssuedQuery, enabled: form.dirty })
  return (
    <EditForm form={form} name="Password" save="Set password" beside>
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <NewPassword {...form.field('password')} label="New password" min={rules.data?.min} own={ownNames(user)} />
      <PasswordField {...form.field('repeat')} label="Repeat new password" autoComplete="new-password" />
      <IssuedChoice issued={issued.data} by="you" revoke={revoke} onRevoke={setRevoke} />
    </EditForm>
  )
}
