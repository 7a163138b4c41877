import type { Farm } from '@/api'
import type { ExportListener } from '@/features/exports'
import { type ShellMessage, tellShell } from './mobileShell'

/** The chosen growing area, as the shell hears of it. */
export function leaseMessage(farm: Pick<Farm, '_id' | 'leases'>, area: string): ShellMessage {
  const lease = farm.leases.find(({ leaseId }) => leaseId === area)
  return { type: 'lease', farmId: farm._id, leaseId: lease?.leaseId ?? 'All', name: lease?.name ?? 'All' }
}

/** Passes on what happens to an export. A failure that the shell hears of is the shell's to show (EXP-3). */
export function exportListener(farmId: string): ExportListener {
  return {
    onEmail: (metric, email) => {
      tellShell({ type: 'exportEmail', farmId, metric, email })
    },
    onSent: (metric, message) => {
      tellShell({ type: 'exportResult', farmId, metric, ok: true, message })
    },
    onFailed: (metric, message) => tellShell({ type: 'exportResult', farmId, metric, ok: false, message }),
  }
}
