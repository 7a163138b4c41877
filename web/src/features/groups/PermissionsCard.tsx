import { useQuery } from '@tanstack/react-query'
import { type AdminGroup, myUserQuery, setPermissions } from '@/api'
import { EditForm, FormCard, useEditForm } from '@/forms'
import { Button } from '@/shared/ui/Button'
import { Check } from '@/shared/ui/Check'
import { Notice } from '@/shared/ui/Notice'
import { AddPermission } from './AddPermission'
import classes from './Groups.module.css'
import { added, namesOf, opensOf, type Permissions, removed } from './permissions'
import { useGroupCache } from './useGroupCache'

/** What the members of the group may do (GRP-3). */
export function PermissionsCard({ group }: { group: AdminGroup }) {
  return <FormCard title="Permissions">{(onSaved) => <PermissionsForm group={group} onSaved={onSaved} />}</FormCard>
}

const storedOf = ({ permissions, version }: AdminGroup) => ({ values: permissions as Permissions, version })

/** Their names are anybody's, with points in them too, so they stand in the form as one value. */
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
    send: (_, version, { mine }) => setPermissions(group._id, mine, version),
    reload: async () => storedOf(await cache.reload()),
    onAnswer: cache.keep,
    onSaved,
  })
  const { permissions } = form.values
  const change = (next: Permissions) => form.set({ permissions: next })
  /** Nobody gives or takes what they do not have; of the others the server knows. */
  const locked = (name: string) => opensOf(name) !== undefined && !me.data?.permissions.includes(name)
  const problem = form.error('permissions')
  return (
    <EditForm
      form={form}
      name="Permissions"
      what="group"
      labelOf={(key) => key}
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
                checked={Boolean(permissions[name])}
                disabled={locked(name)}
                onChange={(event) => change({ ...permissions, [name]: event.currentTarget.checked })}
              />
              <span className={classes.hint}>{aboutOf(name, locked(name))}</span>
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
  if (locked) return 'You can give and take only permissions that you have yourself.'
  const opens = opensOf(name)
  return opens ? `Opens ${opens}.` : 'Kept and shown; it opens nothing here.'
}
