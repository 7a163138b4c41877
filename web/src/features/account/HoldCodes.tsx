import { useBlocker } from '@tanstack/react-router'
import { Button } from '@/shared/ui/Button'
import { Sheet } from '@/shared/ui/Sheet'
import classes from './SecondFactor.module.css'

/** Stops a person from leaving before they have saved the recovery codes, or while these are being fetched. */
export function HoldCodes() {
  const { status, reset, proceed } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  })
  return (
    <Sheet
      title="Leave without the recovery codes?"
      place="middle"
      open={status === 'blocked'}
      onClose={() => reset?.()}
    >
      <p>They are only shown now. Without them, if you lose your phone, somebody else has to let you in again.</p>
      <div className={classes.answers}>
        <Button variant="plain" onClick={() => proceed?.()}>
          Leave without them
        </Button>
        <Button onClick={() => reset?.()}>Stay here</Button>
      </div>
    </Sheet>
  )
}
