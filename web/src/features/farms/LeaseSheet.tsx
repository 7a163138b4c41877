import { lazy, Suspense, useState } from 'react'
import type { Farm, Lease } from '@/api'
import { LeaveQuestion } from '@/shared/ui/LeaveQuestion'
import { Sheet } from '@/shared/ui/Sheet'
import { Skeleton } from '@/shared/ui/Skeleton'
import { useLeaveGuard } from '@/shared/ui/useLeaveGuard'
import type { KeptLease } from './leases'

const LeaseQuestions = lazy(() => import('./LeaseQuestions'))

export interface LeaseQuestion {
  what: 'add' | 'edit' | 'end' | 'delete'
  /** Which lease; for a new one there is none. */
  lease?: Lease
  /** What stood in the form of it when a session ran out; the question is then asked again by itself. */
  kept?: KeptLease
}

interface Props {
  farm: Farm
  question: LeaseQuestion | null
  onQuestion: (question: LeaseQuestion | null) => void
  onDone: (words: string, gone: boolean) => void
}

function titleOf({ what, lease }: LeaseQuestion): string {
  if (what === 'add') return 'Add a lease'
  if (what === 'edit') return `Edit ${lease?.name}`
  return what === 'end' ? `End ${lease?.name}` : 'Are you sure?'
}

/** Where a lease is added, edited, ended or deleted. It does not close over what was typed without asking. */
export function LeaseSheet({ farm, question, onQuestion, onDone }: Props) {
  const [dirty, setDirty] = useState(false)
  const close = () => {
    setDirty(false)
    onQuestion(null)
  }
  const guard = useLeaveGuard({ dirty, onCancel: close })
  return (
    <>
      {/* Before the sheet, and so closed before it: the focus goes back to where the sheet was opened. */}
      <LeaveQuestion guard={guard}>What you changed of the lease is not saved and would be lost.</LeaveQuestion>
      <Sheet
        title={question ? titleOf(question) : ''}
        place="middle"
        wide={question?.what === 'add' || question?.what === 'edit'}
        open={question !== null}
        onClose={guard.cancel}
      >
        <Suspense fallback={<Skeleton height={320} shape="control" />}>
          {question && (
            <LeaseQuestions
              key={`${question.what} ${question.lease?.leaseId}`}
              farm={farm}
              question={question}
              onQuestion={onQuestion}
              onDirty={setDirty}
              onDone={(words, gone) => {
                close()
                onDone(words, gone)
              }}
              onCancel={guard.cancel}
              onClose={close}
            />
          )}
        </Suspense>
      </Sheet>
    </>
  )
}
