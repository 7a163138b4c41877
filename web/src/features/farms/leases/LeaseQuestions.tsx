import type { Farm, Lease } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { LeaseDelete } from './LeaseDelete'
import { LeaseEnd } from './LeaseEnd'
import { LeaseForm } from './LeaseForm'
import type { LeaseTask } from './LeaseSheet'
import { leaseOf } from './leases'

interface Props {
  farm: Farm
  question: LeaseTask
  onQuestion: (question: LeaseTask) => void
  /** Called when it is done; the words say what. */
  onDone: (words: string, gone: boolean) => void
  onClose: () => void
}

/** The contents of a lease's sheet. Their code loads when it is first opened. */
export default function LeaseQuestions({ farm, question, onQuestion, onDone, onClose }: Props) {
  const { what, lease } = question
  if (what === 'add' || what === 'edit') {
    const done = (saved: Lease | null) =>
      saved ? onDone(`${saved.name} was ${lease ? 'saved' : 'added'}.`, false) : onClose()
    return <LeaseForm farm={farm} lease={lease ?? null} onDone={done} onCancel={onClose} />
  }
  if (!lease) return null
  // The lease as it is now: a newer version may have been loaded since.
  const now = leaseOf(farm, lease.leaseId) ?? lease
  if (what === 'end') {
    const ended = ({ name, endedOn }: Lease) => onDone(`${name} ended on ${formatDay(endedOn)}.`, true)
    return <LeaseEnd farm={farm} lease={now} onDone={ended} onCancel={onClose} />
  }
  return (
    <LeaseDelete
      farm={farm}
      lease={now}
      onDone={() => onDone(`${now.name} was deleted.`, true)}
      onCancel={onClose}
      onEnd={() => onQuestion({ what: 'end', lease: now })}
    />
  )
}
