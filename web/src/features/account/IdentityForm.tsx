import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { editMe, type User, useFailure, useKeeping, useKept } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Field } from '@/shared/ui/Field'
import { KeptNotice } from '@/shared/ui/KeptNotice'
import { Notice } from '@/shared/ui/Notice'
import classes from './Account.module.css'
import { changeOf, type IdentityValues, identityOf } from './identity'
import { SAVED } from './words'

const FORM = 'identity'

interface Props {
  user: User
  onSaved: (user: User) => void
}

/** Username, email and name. Only what was changed is sent. */
export function IdentityForm({ user, onSaved }: Props) {
  const kept = useKept<Partial<IdentityValues>>(FORM)
  const [restored, setRestored] = useState(kept !== null)
  const [typed, setTyped] = useState<Partial<IdentityValues>>(kept ?? {})
  const save = useMutation({
    mutationFn: () => editMe(changeOf(typed, user)),
    onSuccess: (now) => {
      setTyped({})
      setRestored(false)
      onSaved(now)
    },
  })
  useKeeping(FORM, Object.keys(typed).length > 0 ? typed : null)
  const { ref, message, fields } = useFailure(save.error)
  const values = { ...identityOf(user), ...typed }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const input = (name: keyof IdentityValues, label: string) => ({
    label,
    name,
    disabled: save.isPending,
    value: values[name],
    error: fields[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setTyped({ ...typed, [name]: event.currentTarget.value })
      if (!save.isIdle) save.reset()
    },
  })

  return (
    <Card title="Identity">
      <form ref={ref} className={classes.form} aria-label="Identity" onSubmit={submit} noValidate>
        {restored && <KeptNotice />}
        {save.isSuccess && <Notice kind="success">{SAVED}</Notice>}
        {message && <Notice kind="error">{message}</Notice>}
        <Field {...input('username', 'Username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <Field {...input('email', 'Email')} type="email" autoComplete="email" />
        <div className={classes.names}>
          <Field {...input('name.first', 'First name')} autoComplete="given-name" />
          <Field {...input('name.middle', 'Middle name')} autoComplete="additional-name" />
          <Field {...input('name.last', 'Last name')} autoComplete="family-name" />
        </div>
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}
