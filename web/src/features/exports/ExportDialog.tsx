import type { ExportQuery } from '@/api'
import { Sheet } from '@/shared/ui/Sheet'
import { ExportQuestion } from './ExportQuestion'
import { type ExportListener, exportName } from './model'

interface Props {
  farmId: string
  /** What to export; null while the dialog is closed. */
  query: ExportQuery | null
  onClose: () => void
  listener: ExportListener
}

/** Asks whom to send an export to, sends it, and says how that went (REP-4, EXP-3). */
export function ExportDialog({ farmId, query, onClose, listener }: Props) {
  return (
    <Sheet
      title={query ? `Export ${exportName(query.metric)}` : ''}
      place="middle"
      open={query !== null}
      onClose={onClose}
    >
      {query && <ExportQuestion farmId={farmId} query={query} onClose={onClose} listener={listener} />}
    </Sheet>
  )
}
