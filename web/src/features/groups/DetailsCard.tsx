import { type FormEvent, useState } from 'react'
import { type AdminGroup, renameGroup, useFailure, useKeeping, useKeptEdit, useMergedSave } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { ChangedMeanwhile } from '@/shared/ui/ChangedMeanwhile'
import { Field } from '@/shared/ui/Field'
import { KeptNotice } from '@/shared/ui/KeptNotice'
import { LeaveQuestion } from '@/shared/ui/LeaveQuestion'
import { Notice } from '@/shared/ui/Notice'
import { useLeaveGuard } from '@/shared/ui/useLeaveGuard'
import { useSaved } from '@/shared/ui/useSaved'
import classes from './Groups.module.css'
import { useGroupCache } from './useGroupCache'

/** The name under which the form is kept. */
const KEPT = 'details'

/** The name of the group. */
export function DetailsCard({ group }: { group: AdminGroup }) {
  const { saves, onSaved, notice } = useSaved()
  return (
    <Card title="Details">
      {notice}
      <NameForm key={saves} group={group} onSaved={onSaved} />
    </Card>
  )
}

function NameForm({ group, onSaved }: { group: AdminGroup; onSaved: () => void }) {
  const cache = useGroupCache(group._id)
  const kept = useKeptEdit(KEPT, { values: { name: group.name }, version: group.version })
  const [values, setValues] = useState(kept.values)
  const edit = useMergedSave({
    stored: kept.stored,
    values,
    onMerged: setValues,
    send: (_, version) => renameGroup(group._id, values.name, version),
    reload: async () => {
      const { name, version } = await cache.reload()
      return { values: { name }, version }
    },
    onSaved: (now) => {
      if (now) cache.keep(now)
      guard.release()
      onSaved()
    },
  })
  useKeeping(KEPT, edit.changed ? { stored: edit.stored, values } : null)
  const guard = useLeaveGuard({ dirty: edit.changed })
  const { ref, message, fields } = useFailure(edit.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    edit.save()
  }
  return (
    <form ref={ref} aria-label="Details" noValidate className={classes.form} onSubmit={submit}>
      {kept.restored && <KeptNotice />}
      {message && <Notice kind="error">{message}</Notice>}
      {edit.meanwhile && (
        <ChangedMeanwhile
          what="group"
          meanwhile={edit.meanwhile}
          values={values}
          labelOf={() => 'Name'}
          onChoose={edit.choose}
        />
      )}
      <Field
        label="Name"
        autoComplete="off"
        value={values.name}
        error={fields.name}
        disabled={edit.saving}
        onChange={(event) => setValues({ name: event.currentTarget.value })}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={edit.saving}>
          Save
        </Button>
      </div>
      <LeaveQuestion guard={guard}>What you changed is not saved and would be lost.</LeaveQuestion>
    </form>
  )
}
