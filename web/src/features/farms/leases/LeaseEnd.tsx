import { useEffect } from 'react'
import { ApiError, endLease, type Farm, type Lease, useFarmCache } from '@/api'
import { EditForm, type Problems, useEditForm } from '@/forms'
import { todayAt } from '@/shared/lib/days'
import { Field } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { contents } from './leases'

interface Props {
  farm: Farm
  lease: Lease
  onDone: (ended: Lease) => void
  onCancel: () => void
}

const problems = ({ date }: { date: string }): Problems => (date ? {} : { date: 'Enter the full date.' })

/** Asks for the last day in use and ends the lease. */
export function LeaseEnd({ farm, lease, onDone, onCancel }: Props) {
  const { forget } = useFarmCache(farm._id)
  const form = useEditForm({
    name: null,
    record: { values: { date: todayAt(farm) }, version: lease.version },
    staying: 'free',
    problems,
    send: ({ date = '' }) => endLease(farm._id, lease.leaseId, { date, version: lease.version }),
    onAnswer: forget,
    // Somebody else changed the lease: it is loaded again, so that the next press ends it as it is now.
    onFailed: (error) => void (error instanceof ApiError && error.status === 409 && forget()),
    onSaved: (ended) => ended && onDone(ended),
    onCancel,
  })
  const there = contents(lease)
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])

  return (
    <EditForm form={form} name={`End ${lease.name}`} save="End lease" cancel sheet>
      <p>
        {lease.name} stays in reports and in the history. After its last day nothing can be planted or moved there
        unless it is reopened.
      </p>
      {there && !form.message && (
        <Notice kind="info">It still holds {there}. A lease can only end when it is empty.</Notice>
      )}
      <Field {...form.field('date')} label="Last day in use" type="date" />
    </EditForm>
  )
}
