import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { type AdminGroup, limits, myUserQuery, setPermissions } from '@/api'
import { EditForm, FormCard, useEditForm } from '@/forms'
import { mayAny } from '@/shared/lib/roles'
import { Button } from '@/shared/ui/Button'
import { Check } from '@/shared/ui/Check'
import { Field } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import classes from './Groups.module.css'
import { added, given, keyed, nameOf, namesOf, opensOf, type Permissions, plain, removed } from './permissions'
import { useGroupCache } from './useGroupCache'

/** What the members of the group may do (GRP-3). */
export function PermissionsCard({ group }: { group: AdminGroup }) {
  return <FormCard title="Permissions">{(onSaved) => <PermissionsForm group={group} onSaved={onSaved} />}</FormCard>
}

const storedOf = ({ permissions, version }: AdminGroup) => ({ values: keyed(permissions), version })

/** Their names can be anything, even with dots in them, so the form holds them as one value. */
const shape = {
  open: (permissions: Permissions) => ({ permissions }),
  close: ({ permissions }: { permissions: Permissions }) => permissions,
}

function PermissionsForm({ group, onSaved }: { group: AdminGroup; onSaved: () => void }) {
  const cache = useGroupCache(group._id)
  const me = useQuery(myUserQuery)
  const form = useEditForm({
    name: 'permissions',
    record: storedOf(group),
    shape,
    send: (_, version, { mine }) => setPermissions(group._id, plain(mine), version),
    reload: async () => storedOf(await cache.reload()),
    onAnswer: cache.keep,
    onSaved,
  })
  const permissions = plain(form.values.permissions)
  const change = (next: Permissions) => form.set({ permissions: keyed(next) })
  /** Nobody grants or removes what they do not have; the console only knows this of some permissions, the server of all. */
  const locked = (name: string) => opensOf(name) !== undefined && !(me.data && mayAny(me.data, name))
  const problem = form.error('permissions')
  return (
    <EditForm
      form={form}
      name="Permissions"
      beside
      what="group"
      labelOf={nameOf}
      textOf={(_, on) => (on ? 'on' : 'off')}
    >
      {problem && <Notice kind="error">{problem}</Notice>}
      <ul className={classes.rows} aria-label="What the members may do">
        {namesOf(permissions).map((name) => (
          <li key={name}>
            <span className={classes.permission}>
              <Check
                type="checkbox"
                shape="line"
                label={name}
                checked={given(permissions, name)}
                disabled={locked(name)}
                onChange={(event) => change({ ...permissions, [name]: event.currentTarget.checked })}
              />
              <span className="quiet">{aboutOf(name, locked(name))}</span>
            </span>
            {Object.hasOwn(permissions, name) && (
              <Button
                variant="plain"
                aria-label={`Remove ${name}`}
                disabled={locked(name)}
                onClick={() => change(removed(permissions, name))}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AddPermission onAdd={(name) => change(added(permissions, name))} />
    </EditForm>
  )
}

function aboutOf(name: string, locked: boolean): string {
  const opens = opensOf(name)
  const about = opens ? `Opens ${opens}.` : 'Stored and shown; it has no effect here.'
  return locked ? `${about} You can only grant or remove permissions that you have yourself.` : about
}

/** Adds a permission by name. It sits inside the form that saves, so Enter adds and does not save. */
function AddPermission({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const add = () => {
    onAdd(name)
    setName('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div className={classes.add}>
      <Field
        label="New permission"
        maxLength={limits.groupRules.permissionName}
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button variant="plain" onClick={add}>
        Add
      </Button>
    </div>
  )
}
