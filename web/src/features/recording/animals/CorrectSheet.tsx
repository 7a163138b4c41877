import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { entryQuery, type Farm } from '@/api'
import { FormSheet } from '@/forms'
import { Failure } from '@/shared/ui/Failure'
import { lazy } from '@/shared/ui/lazy'
import { Notice } from '@/shared/ui/Notice'
import { Loading } from '@/shared/ui/Skeleton'

const CorrectForm = lazy(() => import('./CorrectForm'))

interface Props {
  farm: Farm
  /** Of the entry; null while none is being put right. */
  number: number | null
  onClose: () => void
}

/** Where an entry of the journal is put right. */
export function CorrectSheet({ farm, number, onClose }: Props) {
  return (
    <FormSheet title="Correct an entry" wide open={number !== null} onClose={onClose}>
      {number !== null && <Loaded key={number} farm={farm} number={number} onClose={onClose} />}
    </FormSheet>
  )
}

function Loaded({ farm, number, onClose }: Props & { number: number }) {
  const entry = useQuery({ ...entryQuery(farm._id, number), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  if (entry.isError) return <Failure query={entry} timeZone={farm.timeZone} />
  if (!entry.data) return <Loading height={320} shape="card" />
  if (entry.data.reversed || entry.data.reverses !== null) {
    return <Notice kind="info">This entry was corrected or undone already.</Notice>
  }
  return (
    <Suspense fallback={<Loading height={320} shape="card" />}>
      <CorrectForm farm={farm} entry={entry.data} onClose={onClose} />
    </Suspense>
  )
}
