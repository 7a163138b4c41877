import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { farmQuery } from '@/api'
import { Notice } from '@/shared/ui/Notice'
import { useArrival } from '@/shared/ui/useArrival'

/** The farm that an address among those of managers names. */
const FARM = /^\/manage\/([0-9a-f]{24})(?:\/|$)/

/** The way to the farm that staff came for by an address of its managers (AUTH-5); nothing where it is none. */
export function OfferedFarm() {
  const [path = ''] = useArrival('offered')
  const farmId = FARM.exec(path)?.[1]
  const farm = useQuery({ ...farmQuery(farmId ?? ''), enabled: farmId !== undefined, retry: false }).data
  if (!farm) return null
  return (
    <Notice kind="info">
      That address is for those who manage the farm. As staff, open{' '}
      <Link to="/farms/$farmId" params={{ farmId: farm._id }}>
        {farm.name}
      </Link>{' '}
      here.
    </Notice>
  )
}
