import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { farmQuery } from '@/api'
import { type FarmSection, SCANS_PATH, SHIPPED_PATH, TAGS_PATH } from '@/shared/lib/farmPaths'
import classes from './Tags.module.css'

const PLACES = [
  { label: 'Tags', to: TAGS_PATH },
  { label: 'Shipments', to: SHIPPED_PATH },
  { label: 'Scans', to: SCANS_PATH },
] as const

/** The pages about a firm's tags. */
export function TagPlaces({ section, farmId }: { section: FarmSection; farmId: string }) {
  const { data: farm } = useQuery(farmQuery(farmId))
  const places = PLACES.filter(({ to }) => to !== SCANS_PATH || farm?.may !== 'record')
  return (
    <nav aria-label="Tags" className={classes.places}>
      {places.map(({ label, to }) => (
        <Link key={label} to={to[section]} params={{ farmId }} activeOptions={{ exact: true, includeSearch: false }}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
