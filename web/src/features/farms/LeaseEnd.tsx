import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, endLease, type Farm, type Lease, useFailure } from '@/api'
import { today } from '@/shared/lib/days'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import classes from './LeaseForm.module.css'
import { contents } from './leases'
import { useFarmCache } from './useFarmCache'

interface Props {
  farm: Farm
  lease: Lease
  onDone: (ended: Lease) => void
  onCancel: () => void
}

/** Asks for the last day in use and ends the lease. */
export function LeaseEnd({ farm, lease, onDone, onCancel }: Props) {
  const { forget } = useFarmCache(farm._id)
  const [date, setDate] = useState(() => today(farm.timeZone))
  const [half, setHalf] = useState(false)
  const end = useMutation({
    mutationFn: () => endLease(farm._id, lease.leaseId, { date, version: lease.version }),
    onSuccess: async (ended) => {
      await forget()
      onDone(ended)
    },
    // Somebody else was here: what they left is loaded, and the next press ends that.
    onError: (error) => (error instanceof ApiError && error.status === 409 ? forget() : undefined),
  })
  const { ref, message, fields } = useFailure(end.error)
  const there = contents(lease)

  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHalf(!date)
    if (date) end.mutate()
    else ref.current?.querySelector('input')?.focus()
  }
  return (
    <form ref={ref} noValidate onSubmit={submit} className={classes.form}>
      <p>
        {lease.name} stays in reports and history. After its last day nothing can be planted or moved there, until it is
        reopened.
      </p>
      {there && !message && (
        <Notice kind="info">{there} are there by the book. A lease can end when it is empty.</Notice>
      )}
      <Field
        label="Last day in use"
        name="date"
        type="date"
        value={date}
        error={half ? 'Write the date in full.' : fields.date}
        onChange={(event) => {
          setDate(event.currentTarget.value)
          setHalf(false)
        }}
      />
      {message && <Notice kind="error">{message}</Notice>}
      <div className={classes.buttons}>
        <Button variant="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={end.isPending}>
          End lease
        </Button>
      </div>
    </form>
  )
}
