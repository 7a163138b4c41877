import { Link } from '@tanstack/react-router'
import type { TodayArea } from '@/api'
import { DETAIL_PATH, type FarmSection } from '@/shared/lib/farmPaths'
import { counted, exact } from '@/shared/lib/numbers'
import classes from './AreaCounts.module.css'

/** The squares below stay in sight. */
const MOST = 6

interface Props {
  farmId: string
  section: FarmSection
  areas: readonly TodayArea[]
}

/** How many live in each growing area, the fullest first, each number a link to how it came about. */
export function AreaCounts({ farmId, section, areas }: Props) {
  const shown = [...areas].sort((one, other) => other.animals - one.animals).slice(0, MOST)
  return (
    <div>
      <ul className={classes.list} aria-label="Animals by growing area">
        {shown.map(({ leaseId, name, animals }) => (
          <li key={leaseId}>
            <Link
              to={DETAIL_PATH[section]}
              params={{ farmId }}
              search={{ tab: 'reports', report: 'inventory', area: leaseId }}
              className={classes.area}
            >
              <span className={classes.name}>{name}</span> <b className={classes.number}>{exact(animals)}</b>
            </Link>
          </li>
        ))}
      </ul>
      {areas.length > MOST && (
        <p className={classes.more}>And {counted(areas.length - MOST, 'growing area')} with fewer, listed below.</p>
      )}
    </div>
  )
}
