import { PillSelect } from '@/shared/ui/PillSelect'
import { SEGMENTS, type SegmentKey } from './model'

interface Props {
  value: SegmentKey
  onChange: (by: SegmentKey) => void
  /** Where there is no room to show that nothing is chosen. */
  brief?: boolean
  bare?: boolean
}

/** What the numbers are split by. A filter leaves animals out; this tells the rest apart. */
export function SplitSelect({ value, onChange, brief, bare }: Props) {
  return (
    <PillSelect<SegmentKey>
      label="Split by"
      value={value}
      choices={SEGMENTS}
      onChange={onChange}
      idle={brief && value === 'none' ? '+ Split' : undefined}
      bare={bare}
      plain
    />
  )
}
