import { type AdminGroup, renameGroup } from '@/api'
import { EditForm, FormCard, useEditForm } from '@/forms'
import { Field } from '@/shared/ui/Field'
import { useGroupCache } from './useGroupCache'

/** The name of the group. */
export function DetailsCard({ group }: { group: AdminGroup }) {
  return <FormCard title="Details">{(onSaved) => <NameForm group={group} onSaved={onSaved} />}</FormCard>
}

const storedOf = ({ name, version }: AdminGroup) => ({ values: { name }, version })

function NameForm({ group, onSaved }: { group: AdminGroup; onSaved: () => void }) {
  const cache = useGroupCache(group._id)
  const form = useEditForm({
    name: 'details',
    record: storedOf(group),
    send: (_, version, { mine }) => renameGroup(group._id, mine.name, version),
    reload: async () => storedOf(await cache.reload()),
    onAnswer: cache.keep,
    onSaved,
  })
  return (
    <EditForm form={form} name="Details" what="group" labelOf={() => 'Name'}>
      <Field {...form.field('name')} label="Name" autoComplete="off" />
    </EditForm>
  )
}
