import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createGroup, GROUPS } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { Field } from '@/shared/ui/Field'
import { firstFocus } from '@/shared/ui/firstFocus'
import { KEPT_NEW } from './permissions'

/** What it takes to make an admin group (GRP-2). It stays until the server has taken it. */
export function CreateGroup({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useEditForm({
    name: KEPT_NEW,
    record: { values: { name: '' }, version: 0 },
    send: (_, __, { values, key }) => createGroup(values, key),
    onAnswer: () => void client.invalidateQueries({ queryKey: GROUPS }),
    onSaved: (group) => {
      onClose()
      return group && navigate({ to: '/admin/admin-groups/$groupId', params: { groupId: group._id } })
    },
    onCancel: onClose,
  })
  return (
    <EditForm form={form} name="Create new admin group" save="Create new" sheet twice>
      <Field {...form.field('name')} ref={firstFocus} label="Name" autoComplete="off" />
    </EditForm>
  )
}
