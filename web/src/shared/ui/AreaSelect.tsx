import { PillSelect } from './PillSelect'

interface Props {
  leases: readonly { leaseId: string; name: string }[]
  /** A lease id; empty for all growing areas. */
  value: string
  onChange: (leaseId: string) => void
  /** False where the label stands before the value, as in a phone's sheet. */
  stacked?: boolean
}

/** 'All' and the farm's growing areas (REP-2). */
export function AreaSelect({ leases, value, onChange, stacked = true }: Props) {
  const areas = [{ value: '', label: 'All' }, ...leases.map(({ leaseId, name }) => ({ value: leaseId, label: name }))]
  return <PillSelect label="Growing Areas" value={value} choices={areas} onChange={onChange} stacked={stacked} />
}
