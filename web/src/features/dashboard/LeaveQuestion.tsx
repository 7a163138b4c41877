import { Button } from '@/shared/ui/Button'
import { Sheet } from '@/shared/ui/Sheet'
import classes from './Editor.module.css'
import { useLeaveGuard } from './useLeaveGuard'

/** Asks before changes are lost. */
export function LeaveQuestion({ dirty }: { dirty: boolean }) {
  const { asking, stay, leave } = useLeaveGuard(dirty)
  return (
    <Sheet title="Leave without saving?" place="middle" open={asking} onClose={stay}>
      <p>What you changed on the dashboard is not saved and would be lost.</p>
      <div className={classes.answers}>
        <Button variant="plain" onClick={leave}>
          Leave without saving
        </Button>
        <Button onClick={stay}>Keep editing</Button>
      </div>
    </Sheet>
  )
}
