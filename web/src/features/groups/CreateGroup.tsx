import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { createGroup, errorMessage, GROUPS, useFailure, useOnce } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { firstFocus } from '@/shared/ui/firstFocus'
import { Notice } from '@/shared/ui/Notice'
import classes from './Groups.module.css'

/** What it takes to make an admin group (GRP-2). It stays until the server has taken it. */
export default function CreateGroup({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const navigate = useNavigate()
  const client = useQueryClient()
  const send = useOnce(createGroup)
  const create = useMutation({
    mutationFn: send,
    onSuccess: async ({ _id }) => {
      client.invalidateQueries({ queryKey: GROUPS })
      onClose()
      await navigate({ to: '/admin/admin-groups/$groupId', params: { groupId: _id } })
    },
  })
  const { ref, fields } = useFailure(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ name })
  }
  return (
    <form ref={ref} noValidate className={classes.form} onSubmit={submit}>
      {create.error && <Notice kind="error">{errorMessage(create.error)}</Notice>}
      <Field
        ref={firstFocus}
        label="Name"
        autoComplete="off"
        value={name}
        error={fields.name}
        disabled={create.isPending}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={create.isPending}>
          Create new
        </Button>
      </div>
    </form>
  )
}
