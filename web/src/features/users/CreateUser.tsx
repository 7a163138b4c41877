import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createUser, passwordRulesQuery, USER_LISTS } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { Field } from '@/shared/ui/Field'
import { firstFocus } from '@/shared/ui/firstFocus'
import { NewPassword } from '@/shared/ui/NewPassword'
import { plainName } from './details'
import { KEPT_NEW } from './words'

const NEW = { username: '', email: '', password: '', first: '', middle: '', last: '' }

/** What it takes to make a user (USR-2). It stays with what was typed until the server has taken it. */
export function CreateUser({ onClose }: { onClose: () => void }) {
  const rules = useQuery(passwordRulesQuery)
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useEditForm({
    name: KEPT_NEW,
    record: { values: NEW, version: 0 },
    secret: ['password'],
    pathOf: plainName,
    send: (_, __, { values: { first, middle, last, ...rest }, key }) =>
      createUser({ ...rest, name: { first, middle, last } }, key),
    onAnswer: () => void client.invalidateQueries({ queryKey: USER_LISTS }),
    onSaved: (user) => {
      onClose()
      return user && navigate({ to: '/admin/users/$userId', params: { userId: user._id } })
    },
    onCancel: onClose,
  })
  const { username, email, first, last } = form.values
  return (
    <EditForm form={form} name="Create new user" save="Create new" sheet twice>
      <Field {...form.field('username')} ref={firstFocus} label="Username" autoComplete="off" spellCheck={false} />
      <Field {...form.field('email')} label="Email" type="email" autoComplete="off" />
      <NewPassword
        {...form.field('password')}
        label="Password"
        min={rules.data?.min}
        own={[username, email, first, last]}
      />
      <Field {...form.field('first')} label="First name" autoComplete="off" />
      <Field {...form.field('middle')} label="Middle name" autoComplete="off" />
      <Field {...form.field('last')} label="Last name" autoComplete="off" />
    </EditForm>
  )
}
