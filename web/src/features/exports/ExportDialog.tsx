import type { Farm } from '@/api'
import { lazy } from '@/shared/ui/lazy'
import { Sheet } from '@/shared/ui/Sheet'
import { type Asked, type ExportListener, exportName } from './model'

const ExportQuestion = lazy(() => import('./ExportQuestion'))
const ScheduleQuestion = lazy(() => import('./schedules/ScheduleQuestion'))

interface Props {
  farm: Farm
  /** What to export; null while the dialog is closed. */
  asked: Asked | null
  onClose: () => void
  listener: ExportListener
}

/** Asks whom to send an export to, and how often, sends it, and says how that went (REP-4, EXP-3). */
export function ExportDialog({ farm, asked, onClose, listener }: Props) {
  return (
    <Sheet
      title={asked ? `${asked.regularly ? 'Schedule' : 'Export'} ${exportName(asked.query.metric)}` : ''}
      place="middle"
      open={asked !== null}
      onClose={onClose}
    >
      {asked?.regularly && <ScheduleQuestion farm={farm} query={asked.query} onClose={onClose} />}
      {asked && !asked.regularly && (
        <ExportQuestion farmId={farm._id} query={asked.query} onClose={onClose} listener={listener} />
      )}
    </Sheet>
  )
}
