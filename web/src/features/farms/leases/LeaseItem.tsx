import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage, type Farm, type Lease, May, reopenLease, useFarmCache } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { counted, exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import type { LeaseTask } from './LeaseSheet'
import classes from './Leases.module.css'
import { contents, expiry, LEASE_LABELS, spotsOf } from './leases'

interface Props {
  farm: Farm
  lease: Lease
  today: string
  onQuestion: (question: LeaseTask) => void
  onDone: (words: string, gone: boolean) => void
}

/** A growing area: its facts, what is there now, and what can be done with it. */
export function LeaseItem({ farm, lease, today, onQuestion, onDone }: Props) {
  const { forget } = useFarmCache(farm._id)
  const reopen = useMutation({
    mutationFn: () => reopenLease(farm._id, lease.leaseId),
    onSuccess: async ({ name }) => {
      await forget()
      onDone(`${name} is in use again.`, true)
    },
  })
  const ask = (what: LeaseTask['what']) => () => onQuestion({ what, lease })
  return (
    <li className={classes.lease} data-ended={lease.endedOn !== '' || undefined}>
      <div>
        <h3 className={classes.name}>{lease.name}</h3>
        {lease.endedOn && <p className={classes.more}>Ended {formatDay(lease.endedOn)}</p>}
      </div>
      <LeaseFacts lease={lease} today={today} />
      <May do="change">
        <div className={classes.actions}>
          <Button variant="plain" aria-label={`Edit ${lease.name}`} onClick={ask('edit')}>
            Edit
          </Button>
          {lease.endedOn ? (
            <Button
              variant="plain"
              aria-label={`Reopen ${lease.name}`}
              loading={reopen.isPending}
              onClick={() => reopen.mutate()}
            >
              Reopen
            </Button>
          ) : (
            <Button variant="plain" aria-label={`End ${lease.name}`} onClick={ask('end')}>
              End
            </Button>
          )}
          {!contents(lease) && (
            <Button variant="plain" aria-label={`Delete ${lease.name}`} onClick={ask('delete')}>
              Delete
            </Button>
          )}
        </div>
      </May>
      {reopen.error && <Notice kind="error">{errorMessage(reopen.error)}</Notice>}
    </li>
  )
}

function LeaseFacts({ lease, today }: Pick<Props, 'lease' | 'today'>) {
  const warning = lease.endedOn ? null : expiry(lease.dateOfExpiration, today)
  const spots = spotsOf(lease.lines)
  return (
    <dl className={classes.facts}>
      <Fact label={LEASE_LABELS.dateOfIssue}>{formatDay(lease.dateOfIssue)}</Fact>
      <Fact label={LEASE_LABELS.dateOfExpiration}>
        {formatDay(lease.dateOfExpiration) || '–'}
        {warning && (
          <strong className={classes.warning} data-expired={warning.expired}>
            {warning.text}
          </strong>
        )}
      </Fact>
      <Fact label={LEASE_LABELS.size}>{lease.size}</Fact>
      <Fact label="Number of lines">
        {exact(lease.lines.length)}
        {spots > 0 && <span className={classes.more}>{counted(spots, 'spot')}</span>}
      </Fact>
      <Fact label={LEASE_LABELS.location} long>
        {lease.location}
      </Fact>
      <Fact label="Animals on hand">{exact(lease.animals)}</Fact>
      <Fact label="Containers on hand">{exact(lease.containers)}</Fact>
    </dl>
  )
}

function Fact({ label, long, children }: { label: string; long?: boolean; children: ReactNode }) {
  return (
    <div className={long ? classes.long : undefined}>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}
