import { useQuery } from '@tanstack/react-query'
import { countingQuery, type Held } from '@/api'
import { whole } from '@/shared/lib/entries'
import { MISSING_KINDS } from '@/shared/lib/notFound'
import { Choices } from '@/shared/ui/Choices'
import type { Draft } from './draft'

interface Props {
  farmId: string
  draft: Draft
  place: Held
  onChange: (part: Partial<Draft>) => void
}

/** What the animals are that a count does not find. It is asked if fewer are found than are on hand, or on an earlier day. */
export function MissingChoice({ farmId, draft, place, onChange }: Props) {
  const { data } = useQuery(countingQuery(farmId))
  const found = whole(draft.count)
  if (found === null || (found >= place.onHand && draft.date >= place.lastDay)) return null
  return (
    <Choices
      legend="Animals that the count didn't find"
      name="missing"
      value={draft.missing || data?.missing || 'missing'}
      choices={MISSING_KINDS}
      onChange={(missing) => onChange({ missing: missing === 'dead' ? 'dead' : 'missing' })}
      shape="tiles"
    />
  )
}
