import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { editMyPassword, passwordRulesQuery, type User, useFailure } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { PasswordField } from '@/shared/ui/Field'
import { NewPassword } from '@/shared/ui/NewPassword'
import { Notice } from '@/shared/ui/Notice'
import classes from './Account.module.css'
import { ownNames } from './identity'
import { SAVED } from './words'

const EMPTY = { password: '', repeat: '' }

/** Sets another password. What is typed here is never kept. */
export function PasswordForm({ user }: { user: User }) {
  const rules = useQuery(passwordRulesQuery)
  const [values, setValues] = useState(EMPTY)
  /** How often it was sent with two passwords; each time the second gets the focus. */
  const [unlike, setUnlike] = useState(0)
  const save = useMutation({
    mutationFn: () => editMyPassword(values.password),
    onSuccess: () => setValues(EMPTY),
  })
  const { ref, message, fields } = useFailure(save.error)
  useEffect(() => {
    if (unlike) ref.current?.querySelector<HTMLElement>('[name=repeat]')?.focus()
  }, [unlike, ref])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (values.password === values.repeat) return save.mutate()
    save.reset()
    setUnlike(unlike + 1)
  }
  const input = (name: keyof typeof EMPTY) => ({
    disabled: save.isPending,
    value: values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setValues({ ...values, [name]: event.currentTarget.value })
      setUnlike(0)
      if (!save.isIdle) save.reset()
    },
  })

  return (
    <Card title="Password">
      <form ref={ref} className={classes.form} aria-label="Password" onSubmit={submit} noValidate>
        {save.isSuccess && <Notice kind="success">{SAVED} You are signed out everywhere else.</Notice>}
        {message && <Notice kind="error">{message}</Notice>}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <NewPassword
          {...input('password')}
          label="New password"
          name="password"
          min={rules.data?.min}
          own={ownNames(user)}
          error={fields.password}
        />
        <PasswordField
          {...input('repeat')}
          label="Repeat new password"
          name="repeat"
          autoComplete="new-password"
          error={unlike > 0 && 'Passwords do not match.'}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending}>
            Set password
          </Button>
        </div>
      </form>
    </Card>
  )
}
