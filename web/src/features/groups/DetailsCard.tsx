import { type FormEvent, useState } from 'react'
import { type AdminGroup, renameGroup, useFailure, useMergedSave } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { ChangedMeanwhile } from '@/shared/ui/ChangedMeanwhile'
import { Field } from '@/shared/ui/Field'
import { LeaveQuestion } from '@/shared/ui/LeaveQuestion'
import { Notice } from '@/shared/ui/Notice'
import { Saved } from '@/shared/ui/Saved'
import { useLeaveGuard } from '@/shared/ui/useLeaveGuard'
import classes from './Groups.module.css'
import { useGroupCache } from './useGroupCache'

/** The name of the group. */
export function DetailsCard({ group }: { group: AdminGroup }) {
  const [saves, setSaves] = useState(0)
  const [told, setTold] = useState(false)
  const onSaved = () => {
    setSaves(saves + 1)
    setTold(true)
  }
  return (
    <Card title="Details">
      {told && (
        <div className={classes.told}>
          <Saved key={saves} onDismiss={() => setTold(false)} />
        </div>
      )}
      <NameForm key={saves} group={group} onSaved={onSaved} />
    </Card>
  )
}

function NameForm({ group, onSaved }: { group: AdminGroup; onSaved: () => void }) {
  const cache = useGroupCache(group._id)
  const [values, setValues] = useState({ name: group.name })
  const edit = useMergedSave({
    stored: { values: { name: group.name }, version: group.version },
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
  const guard = useLeaveGuard({ dirty: edit.changed })
  const { ref, message, fields } = useFailure(edit.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    edit.save()
  }
  return (
    <form ref={ref} aria-label="Details" noValidate className={classes.form} onSubmit={submit}>
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
