import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import {
  type Account,
  errorMessage,
  type GroupOption,
  groupOptionsQuery,
  setUserGroups,
  useFailure,
  useMergedSave,
} from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { ChangedMeanwhile } from '@/shared/ui/ChangedMeanwhile'
import { Check } from '@/shared/ui/Check'
import { Failure } from '@/shared/ui/Failure'
import { LeaveQuestion } from '@/shared/ui/LeaveQuestion'
import { Notice } from '@/shared/ui/Notice'
import { Saved } from '@/shared/ui/Saved'
import { Skeleton } from '@/shared/ui/Skeleton'
import { useArrival } from '@/shared/ui/useArrival'
import { useLeaveGuard } from '@/shared/ui/useLeaveGuard'
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

/** The groups of the user. What they may do changes with them, so the page begins anew once they are saved (USR-3). */
export default function GroupsCard(props: Props) {
  const options = useQuery(groupOptionsQuery)
  return (
    <Card title="Groups">
      <SavedBefore />
      {options.data && <GroupsForm {...props} options={options.data} />}
      {options.isError && (
        <Failure
          message={errorMessage(options.error)}
          onRetry={() => options.refetch()}
          retrying={options.isFetching}
        />
      )}
      {options.isPending && <Skeleton height={180} shape="control" />}
    </Card>
  )
}

/** The success of a save outlives the page's new beginning. */
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
  const [values, setValues] = useState(() => chosenOf(account, options))
  const nameOf = (id: string) => options.find(({ _id }) => _id === id)?.name ?? id
  const edit = useMergedSave<Chosen, Account>({
    stored: { values: chosenOf(account, options), version: account.version },
    values,
    onMerged: setValues,
    send: (_, version) => {
      const chosen = Object.keys(values).filter((id) => values[id])
      return setUserGroups(account._id, Object.fromEntries(chosen.map((id) => [id, nameOf(id)])), version)
    },
    reload: async () => {
      const now = await cache.reload()
      return { values: chosenOf(now, options), version: now.version }
    },
    onSaved: async () => {
      guard.release()
      await navigate({ to: '.', state: { groupsSaved: true }, replace: true, resetScroll: false })
      window.location.reload()
    },
  })
  const guard = useLeaveGuard({ dirty: edit.changed })
  const { ref, message, fields } = useFailure(edit.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    edit.save()
  }
  const choice = ({ _id, name, refusal }: GroupOption) => (
    <Check
      key={_id}
      type="checkbox"
      shape="line"
      label={ABOUT[_id] ? `${name}: ${ABOUT[_id]}` : name}
      checked={Boolean(values[_id])}
      disabled={refusal !== ''}
      onChange={(event) => setValues({ ...values, [_id]: event.currentTarget.checked })}
    />
  )
  const builtIn = options.filter(({ _id }) => isBuiltIn(_id))
  const admin = options.filter(({ _id }) => !isBuiltIn(_id))
  const problem = message ?? fields.groups
  return (
    <form ref={ref} aria-label="Groups" noValidate className={classes.form} onSubmit={submit}>
      {problem && <Notice kind="error">{problem}</Notice>}
      {edit.meanwhile && (
        <ChangedMeanwhile
          what="user"
          meanwhile={edit.meanwhile}
          values={values}
          labelOf={nameOf}
          textOf={(_, on) => (on ? 'yes' : 'no')}
          onChoose={edit.choose}
        />
      )}
      <fieldset className={classes.set} disabled={edit.saving || refusals.all !== null}>
        <legend className="visually-hidden">The groups of {account.username}</legend>
        <Choices name="Built-in groups">{builtIn.map(choice)}</Choices>
        <Beyond options={builtIn} />
        <Choices name="Admin groups">
          {admin.map(choice)}
          {admin.length === 0 && <p className={classes.note}>There are none yet.</p>}
        </Choices>
        <Beyond options={admin} />
        <p className={classes.hint}>Saving signs {account.username} out, so that the new rights hold at once.</p>
        <div className={classes.buttons}>
          <Button type="submit" loading={edit.saving}>
            Save
          </Button>
        </div>
      </fieldset>
      <LeaveQuestion guard={guard}>What you changed is not saved and would be lost.</LeaveQuestion>
    </form>
  )
}

/** Why some of them can be neither given nor taken, each reason once. */
function Beyond({ options }: { options: GroupOption[] }) {
  const reasons = [...new Set(options.map(({ refusal }) => refusal).filter(Boolean))]
  return reasons.map((reason) => (
    <p key={reason} className={classes.hint}>
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
