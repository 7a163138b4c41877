import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type RecallAt, type RecallWords, recallQuery } from '@/api'
import { Failure } from '@/shared/ui/Failure'
import { Loading } from '@/shared/ui/Skeleton'
import type { NewParams } from './Chooser'
import { NewRecall } from './NewRecall'

interface Props {
  at: RecallAt
  recallId: string
  params: NewParams
  onLook: (params: NewParams) => void
  onDone: (recallId: string) => void
  /** The heading, as staff or a farm have it. */
  heading: (title: string) => ReactNode
}

/** A recall or a drill gets other words or another choice, for a reason. */
export function CorrectRecall({ at, recallId, params, onLook, onDone, heading }: Props) {
  const recall = useQuery(recallQuery(at, recallId))
  const drill = recall.data?.kind === 'drill'
  return (
    <>
      {heading(drill ? 'Correct a drill' : 'Correct a recall')}
      {recall.isPending && <Loading height={320} shape="card" />}
      {recall.error && <Failure query={recall} />}
      {recall.data && (
        <NewRecall
          at={at}
          purpose={drill ? 'correctDrill' : 'correctRecall'}
          recallId={recallId}
          params={params}
          onLook={onLook}
          onDone={() => onDone(recallId)}
          words={wordsOf(recall.data)}
        />
      )}
    </>
  )
}

const wordsOf = ({ party, reason, class: grade }: { party: string; reason: string; class: string }): RecallWords => ({
  party,
  reason,
  class: grade as RecallWords['class'],
})
