import { PillSelect } from '@/shared/ui/PillSelect'
import { SEGMENTS, type SegmentKey } from './model'

interface Props {
  value: SegmentKey
  onChange: (by: SegmentKey) => void
  stacked: boolean
}

/** What the numbers are split by. The filter leaves animals out; this tells those that are left apart. */
export function SplitSelect({ value, onChange, stacked }: Props) {
  return (
    <PillSelect<SegmentKey> label="Split by" value={value} choices={SEGMENTS} onChange={onChange} stacked={stacked} />
  )
}
