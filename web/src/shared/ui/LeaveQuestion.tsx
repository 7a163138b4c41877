import type { ReactNode } from 'react'
import { Button } from './Button'
import classes from './LeaveQuestion.module.css'
import { Sheet } from './Sheet'
import type { useLeaveGuard } from './useLeaveGuard'

interface Props {
  guard: Pick<ReturnType<typeof useLeaveGuard>, 'asking' | 'stay' | 'leave'>
  /** What would be lost. */
  children: ReactNode
}

/** Asks before changes are lost. */
export function LeaveQuestion({ guard, children }: Props) {
  const { asking, stay, leave } = guard
  return (
    <Sheet title="Leave without saving?" place="middle" open={asking} onClose={stay}>
      <p>{children}</p>
      <div className={classes.answers}>
        <Button variant="plain" onClick={leave}>
          Leave without saving
        </Button>
        <Button onClick={stay}>Keep editing</Button>
      </div>
    </Sheet>
  )
}
