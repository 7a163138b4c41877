import { Link } from '@tanstack/react-router'
import { type Farm, May } from '@/api'
import { DETAIL_PATH, type FarmSection, RECORD_PATH } from '@/shared/lib/farmPaths'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'

/** What a new farm does first: a growing area, then a planting. */
export function FirstSteps({ farm, section }: { farm: Farm; section: FarmSection }) {
  const params = { farmId: farm._id }
  if (farm.leases.length === 0) {
    return (
      <Card>
        <EmptyState drawing="water" title="No growing area yet.">
          <p>Everything that is recorded belongs to one.</p>
          <Link to={DETAIL_PATH[section]} params={params} search={{ tab: 'info' }}>
            Add the first growing area
          </Link>
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState drawing="shell" title="Nothing has been recorded yet.">
        <p>After the first planting this page shows how many animals live here and how they are doing.</p>
        <May do="record">
          <Link to={RECORD_PATH[section]} params={params} search={{ activity: 'plant' }}>
            Record the first planting
          </Link>
        </May>
      </EmptyState>
    </Card>
  )
}
