import { LIMITS, type Limit } from '@/shared/lib/paging'
import { PillSelect } from './PillSelect'

const CHOICES = LIMITS.map((limit) => ({ value: String(limit), label: String(limit) }))

interface Props {
  label?: string
  value: Limit
  onChange: (limit: Limit) => void
}

/** How many rows a page of a list has. */
export function LimitPill({ label = 'Limit', value, onChange }: Props) {
  return (
    <PillSelect
      label={label}
      value={String(value)}
      choices={CHOICES}
      onChange={(limit) => onChange(Number(limit) as Limit)}
    />
  )
}
