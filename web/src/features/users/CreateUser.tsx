import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import {
  createUser,
  errorMessage,
  passwordRulesQuery,
  USER_LISTS,
  useFailure,
  useKeeping,
  useKept,
  useOnce,
} from '@/api'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { firstFocus } from '@/shared/ui/firstFocus'
import { KeptNotice } from '@/shared/ui/KeptNotice'
import { NewPassword } from '@/shared/ui/NewPassword'
import { Notice } from '@/shared/ui/Notice'
import classes from './Users.module.css'
import { KEPT_NEW } from './words'

const EMPTY = { username: '', email: '', first: '', middle: '', last: '' }

/** What it takes to make a user (USR-2). It stays with what was typed until the server has taken it. */
export default function CreateUser({ onClose }: { onClose: () => void }) {
  const rules = useQuery(passwordRulesQuery)
  const kept = useKept<typeof EMPTY>(KEPT_NEW)
  const [values, setValues] = useState({ ...(kept ?? EMPTY), password: '' })
  const { password: _, ...open } = values
  useKeeping(KEPT_NEW, Object.values(open).some(Boolean) ? open : null)
  const navigate = useNavigate()
  const client = useQueryClient()
  const send = useOnce(createUser)
  const create = useMutation({
    mutationFn: send,
    onSuccess: async ({ _id }) => {
      client.invalidateQueries({ queryKey: USER_LISTS })
      onClose()
      await navigate({ to: '/admin/users/$userId', params: { userId: _id } })
    },
  })
  const { ref, fields } = useFailure(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { first, middle, last, ...rest } = values
    create.mutate({ ...rest, name: { first, middle, last } })
  }
  const input = (name: keyof typeof values, key: string = name) => ({
    name,
    value: values[name],
    error: fields[key],
    disabled: create.isPending,
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  return (
    <form ref={ref} noValidate className={classes.form} onSubmit={submit}>
      {kept && <KeptNotice />}
      {create.error && <Notice kind="error">{errorMessage(create.error)}</Notice>}
      <Field ref={firstFocus} label="Username" autoComplete="off" spellCheck={false} {...input('username')} />
      <Field label="Email" type="email" autoComplete="off" {...input('email')} />
      <NewPassword
        label="Password"
        min={rules.data?.min}
        own={[values.username, values.email, values.first, values.last]}
        {...input('password')}
      />
      <Field label="First name" autoComplete="off" {...input('first', 'name.first')} />
      <Field label="Middle name" autoComplete="off" {...input('middle', 'name.middle')} />
      <Field label="Last name" autoComplete="off" {...input('last', 'name.last')} />
      <div className={classes.buttons}>
        <Button type="submit" loading={create.isPending}>
          Create new
        </Button>
      </div>
    </form>
  )
}
