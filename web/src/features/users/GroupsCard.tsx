import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Account, type GroupOption, groupOptionsQuery, setUserGroups } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { Card } from '@/shared/ui/Card'
import { Check } from '@/shared/ui/Check'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import { Saved } from '@/shared/ui/Saved'
import { Loading } from '@/shared/ui/Skeleton'
import { useArrival } from '@/shared/ui/useArrival'
import type { Refusals } from './rights'
import classes from './Users.module.css'
import { useAccountCache } from './useAccountCache'
import { isBuiltIn } from './words'

interface Props {
  account: Account
  refusals: Refusals
}

/** Whether the user is in a group, by its id. */
type Chosen = Record<string, boolean>

const ABOUT: Record<string, string> = {
  root: 'may do everything',
  admin: 'works in this console',
  farmmanager: 'sees the farms that they are linked to',
}

/** The groups of the user. What they may do changes with these, so the page reloads once they are saved (USR-3). */
export function GroupsCard(props: Props) {
  const options = useQuery(groupOptionsQuery)
  return (
    <Card title="Groups">
      <SavedBefore />
      {options.data && <GroupsForm {...props} options={options.data} />}
      {options.isError && <Failure query={options} />}
      {options.isPending && <Loading height={180} shape="control" />}
    </Card>
  )
}

/** Says after the reload that the groups were saved. */
function SavedBefore() {
  const [saved, dismiss] = useArrival('groupsSaved')
  if (!saved) return null
  return (
    <div className={classes.told}>
      <Saved onDismiss={dismiss} />
    </div>
  )
}

function chosenOf({ groups }: Pick<Account, 'groups'>, options: GroupOption[]): Chosen {
  return Object.fromEntries(options.map(({ _id }) => [_id, Object.hasOwn(groups, _id)]))
}

function GroupsForm({ account, refusals, options }: Props & { options: GroupOption[] }) {
  const cache = useAccountCache(account._id)
  const navigate = useNavigate()
  const nameOf = (id: string) => options.find(({ _id }) => _id === id)?.name ?? id
  const storedOf = (now: Account) => ({ values: chosenOf(now, options), version: now.version })
  const form = useEditForm({
    name: 'groups',
    record: storedOf(account),
    send: (_, version, { mine }) => {
      const chosen = Object.keys(mine).filter((id) => mine[id])
      return setUserGroups(account._id, Object.fromEntries(chosen.map((id) => [id, nameOf(id)])), version)
    },
    reload: async () => storedOf(await cache.reload()),
    onSaved: async () => {
      await navigate({ to: '.', state: { groupsSaved: true }, replace: true, resetScroll: false })
      window.location.reload()
    },
  })
  const choice = ({ _id, name, refusal }: GroupOption) => (
    <Check
      key={_id}
      {...form.check(_id)}
      type="checkbox"
      shape="line"
      label={ABOUT[_id] ? `${name}: ${ABOUT[_id]}` : name}
      disabled={refusal !== ''}
    />
  )
  const builtIn = options.filter(({ _id }) => isBuiltIn(_id))
  const admin = options.filter(({ _id }) => !isBuiltIn(_id))
  const problem = form.error('groups')
  return (
    <EditForm
      form={form}
      name="Groups"
      beside
      what="user"
      labelOf={nameOf}
      textOf={(_, on) => (on ? 'yes' : 'no')}
      locked={refusals.all !== null}
    >
      {problem && <Notice kind="error">{problem}</Notice>}
      <Choices name="Built-in groups">{builtIn.map(choice)}</Choices>
      <Beyond options={builtIn} />
      <Choices name="Admin groups">
        {admin.map(choice)}
        {admin.length === 0 && <p className={classes.note}>There are none yet.</p>}
      </Choices>
      <Beyond options={admin} />
      <p className="quiet">Saving signs {account.username} out, so that the new rights take effect at once.</p>
    </EditForm>
  )
}

/** Why some of the groups can be neither given nor taken away, each reason once. */
function Beyond({ options }: { options: GroupOption[] }) {
  const reasons = [...new Set(options.map(({ refusal }) => refusal).filter(Boolean))]
  return reasons.map((reason) => (
    <p key={reason} className="quiet">
      {reason}
    </p>
  ))
}

function Choices({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={classes.choices}>
      <legend>{name}</legend>
      {children}
    </fieldset>
  )
}
