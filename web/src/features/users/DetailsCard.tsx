import { type FormEvent, useState } from 'react'
import { type Account, editUser, useFailure, useKeeping, useKeptEdit, useMergedSave } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { ChangedMeanwhile } from '@/shared/ui/ChangedMeanwhile'
import { Check } from '@/shared/ui/Check'
import { Field } from '@/shared/ui/Field'
import { KeptNotice } from '@/shared/ui/KeptNotice'
import { LeaveQuestion } from '@/shared/ui/LeaveQuestion'
import { Notice } from '@/shared/ui/Notice'
import { useLeaveGuard } from '@/shared/ui/useLeaveGuard'
import { useSaved } from '@/shared/ui/useSaved'
import { changeOf, type Details, detailsOf, LABELS, textOf } from './details'
import type { Refusals } from './rights'
import classes from './Users.module.css'
import { useAccountCache } from './useAccountCache'

/** The name under which the form is kept. */
const KEPT = 'details'

interface Props {
  account: Account
  refusals: Refusals
}

/** Who the user is, and whether they can sign in. */
export function DetailsCard(props: Props) {
  const { saves, onSaved, notice } = useSaved()
  return (
    <Card title="Details">
      {notice}
      <DetailsForm key={saves} {...props} onSaved={onSaved} />
    </Card>
  )
}

function DetailsForm({ account, refusals, onSaved }: Props & { onSaved: () => void }) {
  const cache = useAccountCache(account._id)
  const kept = useKeptEdit(KEPT, { values: detailsOf(account), version: account.version })
  const [values, setValues] = useState(kept.values)
  const edit = useMergedSave({
    stored: kept.stored,
    values,
    onMerged: setValues,
    send: (change, version) => editUser(account._id, { ...changeOf(change), version }),
    reload: async () => {
      const now = await cache.reload()
      return { values: detailsOf(now), version: now.version }
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
  const change = (part: Partial<Details>) => setValues((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    edit.save()
  }
  const input = (name: Exclude<keyof Details, 'isActive'>, key: string = name) => ({
    label: LABELS[name],
    value: values[name],
    error: fields[key],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <form ref={ref} aria-label="Details" noValidate className={classes.form} onSubmit={submit}>
      {kept.restored && <KeptNotice />}
      {message && <Notice kind="error">{message}</Notice>}
      {edit.meanwhile && (
        <ChangedMeanwhile
          what="user"
          meanwhile={edit.meanwhile}
          values={values}
          labelOf={(key) => LABELS[key]}
          textOf={textOf}
          onChoose={edit.choose}
        />
      )}
      <fieldset className={classes.set} disabled={edit.saving || refusals.all !== null}>
        <legend className="visually-hidden">Who the user is</legend>
        <div className={classes.pair}>
          <Field {...input('username')} spellCheck={false} />
          <Field
            {...input('email')}
            type="email"
            disabled={refusals.email !== null}
            hint={refusals.email ?? undefined}
          />
          <Field {...input('first', 'name.first')} />
          <Field {...input('middle', 'name.middle')} />
          <Field {...input('last', 'name.last')} />
        </div>
        <Check
          type="checkbox"
          shape="line"
          label="Active"
          checked={values.isActive}
          disabled={refusals.active !== null}
          onChange={(event) => change({ isActive: event.currentTarget.checked })}
        />
        <p className={classes.hint}>
          {refusals.active ?? 'Whoever is not active cannot sign in, and is signed out at once.'}
        </p>
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
