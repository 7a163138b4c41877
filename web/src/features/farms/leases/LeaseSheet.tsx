import { Suspense } from 'react'
import type { Farm, Lease } from '@/api'
import { FormSheet } from '@/forms'
import { lazy } from '@/shared/ui/lazy'
import { Loading } from '@/shared/ui/Skeleton'

const LeaseQuestions = lazy(() => import('./LeaseQuestions'))

export interface LeaseTask {
  what: 'add' | 'edit' | 'end' | 'delete'
  /** Which lease; none for a new one. */
  lease?: Lease
}

interface Props {
  farm: Farm
  question: LeaseTask | null
  onQuestion: (question: LeaseTask | null) => void
  onDone: (words: string, gone: boolean) => void
}

function titleOf({ what, lease }: LeaseTask): string {
  if (what === 'add') return 'Add a lease'
  if (what === 'edit') return `Edit ${lease?.name}`
  return what === 'end' ? `End ${lease?.name}` : 'Are you sure?'
}

/** Where a lease is added, edited, ended or deleted. */
export function LeaseSheet({ farm, question, onQuestion, onDone }: Props) {
  const close = () => onQuestion(null)
  return (
    <FormSheet
      title={question ? titleOf(question) : ''}
      wide={question?.what === 'add' || question?.what === 'edit'}
      open={question !== null}
      onClose={close}
    >
      <Suspense fallback={<Loading height={320} shape="control" />}>
        {question && (
          <LeaseQuestions
            key={`${question.what} ${question.lease?.leaseId}`}
            farm={farm}
            question={question}
            onQuestion={onQuestion}
            onDone={(words, gone) => {
              close()
              onDone(words, gone)
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </FormSheet>
  )
}
