import { Link } from '@tanstack/react-router'
import { May } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { NoMatch } from '@/shared/ui/NoMatch'

/** What stands where there is no farm, or none that is searched for. */
export default function NoFarms({ section, found, onAll }: { section: FarmSection; found: string; onAll: () => void }) {
  if (found) {
    return <NoMatch one="farm" many="farms" asked={found} onAll={onAll} />
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
