import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type Farm, May, useMay } from '@/api'
import { useKeptName } from '@/forms'
import { todayAt } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Notice } from '@/shared/ui/Notice'
import { LeaseItem } from './LeaseItem'
import { LeaseSheet, type LeaseTask } from './LeaseSheet'
import classes from './Leases.module.css'
import { KEPT_LEASE, leaseOf, NEW_LEASE } from './leases'

/** If more leases than this have ended, they are folded away behind their heading. */
const SHOWN_ENDED = 3

interface Done {
  words: string
  /** The lease is no longer where it was, and neither is what had the focus. */
  gone: boolean
}

/** The lease whose form holds a kept draft; none if it has gone. */
function interrupted(farm: Farm, kept: string): LeaseTask | null {
  const id = kept.slice(KEPT_LEASE.length)
  if (id === NEW_LEASE) return { what: 'add' }
  const lease = leaseOf(farm, id)
  return lease ? { what: 'edit', lease } : null
}

/** The lease that the address asks to edit: #lease-… and its id. */
function askedFor(farm: Farm, hash: string): LeaseTask | null {
  const lease = leaseOf(farm, hash.replace(/^lease-/, ''))
  return lease && !lease.endedOn ? { what: 'edit', lease } : null
}

/** The farm's growing areas, for its managers and in the console: those in use and, separately, those that have ended. */
export function Leases({ farm }: { farm: Farm }) {
  const kept = useKeptName(KEPT_LEASE, (name) => interrupted(farm, name) !== null)
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [question, setQuestion] = useState(() => (kept === null ? askedFor(farm, hash) : interrupted(farm, kept)))
  const [done, setDone] = useState<Done | null>(null)
  const keeps = useMay('change')
  const told = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (done?.gone) told.current?.focus()
  }, [done])

  const ask = (next: LeaseTask | null) => {
    if (next) setDone(null)
    // The address asked for this form, and it is closing.
    if (!next && hash) void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
    setQuestion(next)
  }
  const item = {
    farm,
    today: todayAt(farm),
    onQuestion: ask,
    onDone: (words: string, gone: boolean) => setDone({ words, gone }),
  }
  const open = farm.leases.filter(({ endedOn }) => !endedOn)
  const ended = farm.leases.filter(({ endedOn }) => endedOn)
  return (
    <Card
      title="Leases"
      action={
        <May do="change">
          <Button variant="plain" onClick={() => ask({ what: 'add' })}>
            Add lease
          </Button>
        </May>
      }
    >
      {done && (
        <div ref={told} tabIndex={-1} className={classes.told}>
          <Notice kind="success">{done.words}</Notice>
        </div>
      )}
      {farm.leases.length === 0 && (
        <EmptyState drawing="water" title="No leases yet.">
          Add the farm's first growing area and its lines. Recording and reports begin with it.
        </EmptyState>
      )}
      {open.length === 0 && ended.length > 0 && (
        <p className={classes.none}>No lease is in use. Add one, or reopen one that has ended.</p>
      )}
      {open.length > 0 && (
        <ul aria-label="Leases in use">
          {open.map((lease) => (
            <LeaseItem key={lease.leaseId} lease={lease} {...item} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details className={classes.ended} open={ended.length <= SHOWN_ENDED}>
          <summary>{counted(ended.length, 'ended lease')}</summary>
          <ul aria-label="Ended leases">
            {ended.map((lease) => (
              <LeaseItem key={lease.leaseId} lease={lease} {...item} />
            ))}
          </ul>
        </details>
      )}
      {keeps && <LeaseSheet farm={farm} question={question} onQuestion={ask} onDone={item.onDone} />}
    </Card>
  )
}
