import { LeaveQuestion as Question } from '@/shared/ui/LeaveQuestion'
import { type Place, useLeaveGuard } from '@/shared/ui/useLeaveGuard'

/** What leads away from the report; another growing area does not. */
function reportAt({ pathname, search }: Place): string {
  const { tab = '', report = '' } = search as { tab?: string; report?: string }
  return `${pathname} ${tab} ${report}`
}

/** Asks before changes of the dashboard are lost. */
export function LeaveQuestion({ dirty }: { dirty: boolean }) {
  const guard = useLeaveGuard({ dirty, at: reportAt })
  return <Question guard={guard}>What you changed on the dashboard is not saved and would be lost.</Question>
}
