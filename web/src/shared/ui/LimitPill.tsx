import { LIMITS, type Limit } from '@/shared/lib/paging'
import { PillSelect } from './PillSelect'

const CHOICES = LIMITS.map((limit) => ({ value: String(limit), label: String(limit) }))

interface Props {
  value: Limit
  onChange: (limit: Limit) => void
}

/** How many rows a page of a list has. */
export function LimitPill({ value, onChange }: Props) {
  return (
    <PillSelect
      label="Limit"
      value={String(value)}
      choices={CHOICES}
      onChange={(limit) => onChange(Number(limit) as Limit)}
    />
  )
}
