import { Link } from '@tanstack/react-router'
import { type FarmSection, SCANS_PATH, SHIPPED_PATH, TAGS_PATH } from '@/shared/lib/farmPaths'
import classes from './Tags.module.css'

const PLACES = [
  { label: 'Tags', to: TAGS_PATH },
  { label: 'Shipments', to: SHIPPED_PATH },
  { label: 'Scans', to: SCANS_PATH },
] as const

/** The pages about a firm's tags. */
export function TagPlaces({ section, farmId }: { section: FarmSection; farmId: string }) {
  return (
    <nav aria-label="Tags" className={classes.places}>
      {PLACES.map(({ label, to }) => (
        <Link key={label} to={to[section]} params={{ farmId }} activeOptions={{ exact: true, includeSearch: false }}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
