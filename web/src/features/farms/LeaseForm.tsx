import { useEffect } from 'react'
import { type Farm, type Lease, type Line, limits } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { ChangedMeanwhile } from '@/shared/ui/ChangedMeanwhile'
import { Field, LimitedField } from '@/shared/ui/Field'
import { KeptNotice } from '@/shared/ui/KeptNotice'
import { Notice } from '@/shared/ui/Notice'
import classes from './LeaseForm.module.css'
import { LinesEditor } from './LinesEditor'
import { type KeptLease, LEASE_LABELS, type LeaseValues } from './leases'
import { useLeaseForm } from './useLeaseForm'

interface Props {
  farm: Farm
  /** The lease that is edited; null for a new one. */
  lease: Lease | null
  kept?: KeptLease
  /** Is there something that closing would lose? */
  onDirty: (dirty: boolean) => void
  /** Gets the lease as it is stored now; null when there was nothing to save. */
  onDone: (saved: Lease | null) => void
  onCancel: () => void
}

/** Adds a lease, or edits one; what somebody else has saved meanwhile is merged and shown. */
export function LeaseForm({ farm, lease, kept, onDirty, onDone, onCancel }: Props) {
  const form = useLeaseForm({ farm, lease, kept, onDone })
  const { ref, draft, change, errors, meanwhile, dirty } = form
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  useEffect(() => {
    if (!lease) ref.current?.querySelector('input')?.focus()
  }, [lease, ref])
  const input = (name: Exclude<keyof LeaseValues, 'lines'>) => ({
    name,
    label: LEASE_LABELS[name],
    value: draft[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <form ref={ref} noValidate onSubmit={form.submit} className={classes.tall}>
      <div className={classes.scroll}>
        {kept && <KeptNotice />}
        {meanwhile && (
          <ChangedMeanwhile
            what="growing area"
            meanwhile={meanwhile}
            values={form.values}
            onChoose={form.choose}
            labelOf={(key) => LEASE_LABELS[key]}
            textOf={textOf}
          />
        )}
        <div className={classes.fields}>
          <div className={classes.wide}>
            <LimitedField {...input('name')} maxLength={limits.LeaseChange.name} />
          </div>
          <Field {...input('dateOfIssue')} type="date" />
          <Field {...input('dateOfExpiration')} type="date" />
          <LimitedField {...input('size')} placeholder="4 acres" maxLength={limits.LeaseChange.size} />
          <LimitedField {...input('location')} maxLength={limits.LeaseChange.location} />
        </div>
        <LinesEditor
          lines={draft.lines}
          onChange={(lines) => change({ lines })}
          fresh={form.fresh}
          onFresh={form.changeFresh}
          problems={form.problems}
          error={errors.lines}
        />
      </div>
      <div className={classes.foot}>
        {form.message && <Notice kind="error">{form.message}</Notice>}
        <div className={classes.buttons}>
          <Button variant="plain" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={form.saving}>
            {lease ? 'Save' : 'Add lease'}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** A value of the form as a person reads it. */
function textOf(key: keyof LeaseValues, value: LeaseValues[keyof LeaseValues]): string {
  if (key === 'lines') return (value as Line[]).map(lineText).join(', ')
  return key.startsWith('date') ? formatDay(value as string) : (value as string)
}

function lineText({ name, spots }: Line): string {
  return spots > 0 ? `${name} (${exact(spots)} spots)` : name
}
