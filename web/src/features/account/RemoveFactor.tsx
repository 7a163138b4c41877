import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { removeFactor, useFailure } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import { Sheet } from '@/shared/ui/Sheet'
import classes from './SecondFactor.module.css'
import { useSessionsEnded } from './useSessionsEnded'

interface Props {
  open: boolean
  onClose: () => void
  /** Called with the server's sentence. */
  onRemoved: (message: string) => void
}

/** Asks before the second factor is removed. */
export function RemoveFactor({ open, onClose, onRemoved }: Props) {
  const sessionsEnded = useSessionsEnded()
  const remove = useMutation({
    mutationFn: removeFactor,
    onSuccess: sessionsEnded,
  })
  const { ref, message } = useFailure(remove.error)
  const close = () => {
    remove.reset()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    remove.mutate(undefined, {
      onSuccess: (answer) => {
        close()
        onRemoved(answer.message)
      },
    })
  }
  return (
    <Sheet title="Switch off the second factor?" place="middle" open={open} onClose={close}>
      <form ref={ref} className={classes.steps} onSubmit={submit} noValidate>
        {message && <Notice kind="error">{message}</Notice>}
        <p>
          You will sign in with just your password, and your recovery codes will no longer work. You will be signed out
          everywhere else.
        </p>
        <div className={classes.answers}>
          <Button variant="plain" disabled={remove.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" loading={remove.isPending}>
            Switch off
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
