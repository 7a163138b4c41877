import { PillSelect } from './PillSelect'

interface Props {
  leases: readonly { leaseId: string; name: string }[]
  /** A lease id; empty for all growing areas. */
  value: string
  onChange: (leaseId: string) => void
}

/** 'All' and the farm's growing areas (REP-2). */
export function AreaSelect({ leases, value, onChange }: Props) {
  const areas = [{ value: '', label: 'All' }, ...leases.map(({ leaseId, name }) => ({ value: leaseId, label: name }))]
  return <PillSelect label="Growing Areas" value={value} choices={areas} onChange={onChange} />
}
