import { useEffect } from 'react'
import { addLease, editLease, type Farm, type Lease, type Line, limits, useFarmCache } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { formatDay } from '@/shared/lib/days'
import { pick } from '@/shared/lib/merge3'
import { exact } from '@/shared/lib/numbers'
import { Field } from '@/shared/ui/Field'
import { LimitedField } from '@/shared/ui/FormFields'
import classes from './LeaseForm.module.css'
import { LinesEditor } from './LinesEditor'
import {
  closeLease,
  KEPT_LEASE,
  LEASE_LABELS,
  type LeaseValues,
  leaseOf,
  leaseProblems,
  NEW_LEASE,
  openLease,
  storedOf,
} from './leases'

interface Props {
  farm: Farm
  /** The lease to edit; null for a new one. */
  lease: Lease | null
  /** Called with the lease as it is stored now, or null if there was nothing to save. */
  onDone: (saved: Lease | null) => void
  onCancel: () => void
}

const shape = { open: openLease, close: closeLease }

/** Adds or edits a lease; what somebody else has saved in the meantime is merged and shown. */
export function LeaseForm({ farm, lease, onDone, onCancel }: Props) {
  const cache = useFarmCache(farm._id)
  const form = useEditForm({
    name: KEPT_LEASE + (lease?.leaseId ?? NEW_LEASE),
    record: storedOf(lease),
    shape,
    problems: leaseProblems,
    dirty: ({ fresh }, changed) => changed || fresh.names.trim() !== '',
    send: (change, version, { mine, names, key }) =>
      lease ? editLease(farm._id, lease.leaseId, { ...change, version }) : addLease(farm._id, pick(mine, names), key),
    reload: lease ? async () => storedOf(leaseOf(await cache.reload(), lease.leaseId) ?? lease) : undefined,
    onAnswer: cache.forget,
    onSaved: onDone,
    onCancel,
  })
  useEffect(() => {
    if (!lease) form.ref.current?.querySelector('input')?.focus()
  }, [lease, form.ref])
  const input = (name: Exclude<keyof LeaseValues, 'lines'>) => ({
    ...form.field(name),
    label: LEASE_LABELS[name],
    autoComplete: 'off',
  })
  return (
    <EditForm
      form={form}
      name={lease ? `Edit ${lease.name}` : 'Add a lease'}
      what="growing area"
      labelOf={(key) => LEASE_LABELS[key]}
      textOf={textOf}
      save={lease ? 'Save' : 'Add lease'}
      cancel
      sheet
    >
      <div className={classes.fields}>
        <div className={classes.wide}>
          <LimitedField {...input('name')} maxLength={limits.LeaseChange.name} />
        </div>
        <Field {...input('dateOfIssue')} type="date" />
        <Field {...input('dateOfExpiration')} type="date" />
        <LimitedField {...input('size')} placeholder="4 acres" maxLength={limits.LeaseChange.size} />
        <LimitedField {...input('location')} maxLength={limits.LeaseChange.location} />
      </div>
      <LinesEditor form={form} />
    </EditForm>
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
