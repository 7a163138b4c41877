import { Button } from '@/shared/ui/Button'
import { Sheet } from '@/shared/ui/Sheet'
import classes from './LeaveQuestion.module.css'
import type { useLeaveGuard } from './useLeaveGuard'

/** Asks before changes are lost. */
export function LeaveQuestion({ guard }: { guard: ReturnType<typeof useLeaveGuard> }) {
  const { asking, stay, leave } = guard
  return (
    <Sheet title="Leave without saving?" place="middle" open={asking} onClose={stay}>
      <p>Your changes have not been saved and would be lost.</p>
      <div className={classes.answers}>
        <Button variant="plain" onClick={leave}>
          Leave without saving
        </Button>
        <Button onClick={stay}>Keep editing</Button>
      </div>
    </Sheet>
  )
}
