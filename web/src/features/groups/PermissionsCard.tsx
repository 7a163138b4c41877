import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type AdminGroup, myUserQuery, setPermissions, useFailure, useMergedSave } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { ChangedMeanwhile } from '@/shared/ui/ChangedMeanwhile'
import { Check } from '@/shared/ui/Check'
import { LeaveQuestion } from '@/shared/ui/LeaveQuestion'
import { Notice } from '@/shared/ui/Notice'
import { useLeaveGuard } from '@/shared/ui/useLeaveGuard'
import { useSaved } from '@/shared/ui/useSaved'
import { AddPermission } from './AddPermission'
import classes from './Groups.module.css'
import { added, namesOf, opensOf, type Permissions, removed } from './permissions'
import { useGroupCache } from './useGroupCache'

/** What the members of the group may do (GRP-3). */
export function PermissionsCard({ group }: { group: AdminGroup }) {
  const { saves, onSaved, notice } = useSaved()
  return (
    <Card title="Permissions">
      {notice}
      <PermissionsForm key={saves} group={group} onSaved={onSaved} />
    </Card>
  )
}

function PermissionsForm({ group, onSaved }: { group: AdminGroup; onSaved: () => void }) {
  const cache = useGroupCache(group._id)
  const me = useQuery(myUserQuery)
  const [values, setValues] = useState<Permissions>(group.permissions)
  const edit = useMergedSave<Permissions, AdminGroup>({
    stored: { values: group.permissions, version: group.version },
    values,
    onMerged: setValues,
    send: (_, version) => setPermissions(group._id, values, version),
    reload: async () => {
      const { permissions, version } = await cache.reload()
      return { values: permissions, version }
    },
    onSaved: (now) => {
      if (now) cache.keep(now)
      guard.release()
      onSaved()
    },
  })
  const guard = useLeaveGuard({ dirty: edit.changed })
  const { ref, message, fields } = useFailure(edit.error)
  const problem = message ?? fields.permissions
  const submit = (event: FormEvent) => {
    event.preventDefault()
    edit.save()
  }
  /** Nobody gives or takes what they do not have; of the others the server knows. */
  const locked = (name: string) => opensOf(name) !== undefined && !me.data?.permissions.includes(name)
  return (
    <form ref={ref} aria-label="Permissions" noValidate className={classes.form} onSubmit={submit}>
      {problem && <Notice kind="error">{problem}</Notice>}
      {edit.meanwhile && (
        <ChangedMeanwhile
          what="group"
          meanwhile={edit.meanwhile}
          values={values}
          labelOf={(key) => key}
          textOf={(_, on) => (on ? 'on' : 'off')}
          onChoose={edit.choose}
        />
      )}
      <fieldset disabled={edit.saving} className={classes.set}>
        <legend className="visually-hidden">What the members may do</legend>
        <ul className={classes.rows}>
          {namesOf(values).map((name) => (
            <li key={name}>
              <span className={classes.permission}>
                <Check
                  type="checkbox"
                  shape="line"
                  label={name}
                  checked={Boolean(values[name])}
                  disabled={locked(name)}
                  onChange={(event) => setValues({ ...values, [name]: event.currentTarget.checked })}
                />
                <span className={classes.hint}>{aboutOf(name, locked(name))}</span>
              </span>
              {Object.hasOwn(values, name) && (
                <Button
                  variant="plain"
                  aria-label={`Remove ${name}`}
                  disabled={locked(name)}
                  onClick={() => setValues(removed(values, name))}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
        <AddPermission onAdd={(name) => setValues(added(values, name))} />
      </fieldset>
      <div className={classes.buttons}>
        <Button type="submit" loading={edit.saving}>
          Save
        </Button>
      </div>
      <LeaveQuestion guard={guard}>What you changed is not saved and would be lost.</LeaveQuestion>
    </form>
  )
}

function aboutOf(name: string, locked: boolean): string {
  if (locked) return 'You can give and take only permissions that you have yourself.'
  const opens = opensOf(name)
  return opens ? `Opens ${opens}.` : 'Kept and shown; it opens nothing here.'
}
