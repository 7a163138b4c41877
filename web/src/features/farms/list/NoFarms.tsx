import { Link } from '@tanstack/react-router'
import { type FarmsFilter, May } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/EmptyState'
import { NoMatch } from '@/shared/ui/NoMatch'
import { isNarrowed, UNNARROWED } from './narrowed'

interface Props {
  section: FarmSection
  found: string
  params: FarmsFilter
  onAll: (unnarrowed: FarmsFilter) => void
}

/** What stands where there is no farm, or none that is searched for. */
export default function NoFarms({ section, found, params, onAll }: Props) {
  const all = () => onAll(UNNARROWED)
  if (isNarrowed(params)) {
    return (
      <EmptyState
        drawing="shell"
        title={found ? `No farm matches “${found}” and the filters.` : 'No farm matches the filters.'}
      >
        <p>Remove a filter, or show them all.</p>
        <Button variant="plain" onClick={all}>
          Show all farms
        </Button>
      </EmptyState>
    )
  }
  if (found) {
    return <NoMatch one="farm" many="farms" asked={found} onAll={all} />
  }
  return (
    <EmptyState drawing="shell" title="No farms yet.">
      {section === 'farms' ? (
        <May do="companies">
          <Link to="/farms/setup">Create the first one</Link>, then link its people to it.
        </May>
      ) : (
        'Ask the person who runs your account to link you to a farm. It will be listed here.'
      )}
    </EmptyState>
  )
}
