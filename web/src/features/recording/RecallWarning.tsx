import { IconAlertTriangle } from '@tabler/icons-react'
import type { FarmRecord } from '@/api'
import { formatDay } from '@/shared/lib/days'
import classes from './RecallWarning.module.css'

interface Props {
  recalls: FarmRecord['openRecalls']
  /** The chosen growing area. */
  leaseId: string
}

/** Says that harvests from the growing area are being recalled. It stops nobody: the farm's people decide what to do there. */
export function RecallWarning({ recalls, leaseId }: Props) {
  return recalls
    .filter(({ leaseIds }) => leaseIds.includes(leaseId))
    .map(({ _id, party, tags, harvestDate, tag }) => (
      <p key={_id} role="status" className={classes.warning}>
        <IconAlertTriangle size={18} aria-hidden />
        <span>
          <strong>Recall open here</strong>
          {/* Several tags may each state a different day. */}
          {tags === 1 && harvestDate && `: harvested ${formatDay(harvestDate)}`}, by {party}.
        </span>
        <a href={`/tag/${tag}`}>See recall</a>
      </p>
    ))
}
