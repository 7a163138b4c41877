import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, deleteLease, errorMessage, type Farm, type Lease, useFarmCache } from '@/api'
import { counted } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import classes from './LeaseForm.module.css'

interface Props {
  farm: Farm
  lease: Lease
  onDone: () => void
  onCancel: () => void
  /** For a lease that has a history. */
  onEnd: () => void
}

/** Asks first, then deletes a lease where nothing was ever recorded; one with a history can be ended instead. */
export function LeaseDelete({ farm, lease, onDone, onCancel, onEnd }: Props) {
  const { forget } = useFarmCache(farm._id)
  const cancel = useRef<HTMLButtonElement>(null)
  const remove = useMutation({
    mutationFn: () => deleteLease(farm._id, lease.leaseId),
    onSuccess: forget,
  })
  const recorded = remove.error instanceof ApiError && remove.error.status === 409
  useEffect(() => cancel.current?.focus(), [])
  const lines = lease.lines.length > 0 && ` with its ${counted(lease.lines.length, 'line')}`
  return (
    <div className={classes.form}>
      <p>
        {lease.name}
        {lines} will be gone for good. Only a lease where nothing was ever recorded can be deleted.
      </p>
      {remove.error && <Notice kind="error">{errorMessage(remove.error)}</Notice>}
      <div className={classes.buttons}>
        <Button ref={cancel} variant="plain" onClick={onCancel}>
          Cancel
        </Button>
        {recorded && !lease.endedOn && <Button onClick={onEnd}>End it instead</Button>}
        {!recorded && (
          <Button
            variant="danger"
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: onDone })}
          >
            Delete lease
          </Button>
        )}
      </div>
    </div>
  )
}
