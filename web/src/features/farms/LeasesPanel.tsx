import type { ReactNode } from 'react'
import type { Lease } from '@/api'
import { formatDay, today } from '@/shared/lib/days'
import { exact } from '@/shared/lib/numbers'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import classes from './FarmInfo.module.css'
import { expiry } from './leases'

interface Props {
  leases: Lease[]
  timeZone?: string
}

/** The farm's growing areas. What runs out soon is said in words, beside its date. */
export function LeasesPanel({ leases, timeZone }: Props) {
  const day = today(timeZone)
  return (
    <Card title="Leases">
      {leases.length === 0 ? (
        <EmptyState drawing="water" title="No leases yet.">
          Add the farm's growing areas in its own app; reports begin with the first one.
        </EmptyState>
      ) : (
        <ul className={classes.leases}>
          {leases.map((lease) => (
            <LeaseItem key={lease.leaseId} lease={lease} today={day} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function LeaseItem({ lease, today: day }: { lease: Lease; today: string }) {
  const warning = expiry(lease.dateOfExpiration, day)
  return (
    <li className={classes.lease}>
      <h3 className={classes.leaseName}>{lease.name}</h3>
      <dl className={classes.leaseFacts}>
        <Fact label="Date of issue">{formatDay(lease.dateOfIssue)}</Fact>
        <Fact label="Date of expiration">
          {formatDay(lease.dateOfExpiration)}
          {warning && (
            <strong className={classes.warning} data-expired={warning.expired}>
              {warning.text}
            </strong>
          )}
        </Fact>
        <Fact label="Size">{lease.size}</Fact>
        <Fact label="Number of lines">{exact(lease.lines.length)}</Fact>
        <Fact label="Location">{lease.location}</Fact>
      </dl>
    </li>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}
