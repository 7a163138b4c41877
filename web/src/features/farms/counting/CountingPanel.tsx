import { useQuery } from '@tanstack/react-query'
import { type Counting, countingQuery, useMay } from '@/api'
import { EditableLine } from '@/forms'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { lazy } from '@/shared/ui/lazy'

const CountingForm = lazy(() => import('./CountingForm'))

/** How the farm takes its counts, and a way to change it. */
export function CountingPanel({ farmId }: { farmId: string }) {
  const counting = useQuery(countingQuery(farmId))
  return (
    <Card title="Counts">
      {counting.data && <Taken farmId={farmId} counting={counting.data} />}
      {counting.isPending && <p role="status">Loading...</p>}
      {counting.isError && !counting.data && <Failure query={counting} />}
    </Card>
  )
}

function Taken({ farmId, counting }: { farmId: string; counting: Counting }) {
  const keeps = useMay('change')
  return (
    <EditableLine
      kept="counting"
      form={keeps ? (props) => <CountingForm farmId={farmId} counting={counting} {...props} /> : undefined}
    >
      {counting.missing === 'dead'
        ? "Animals that a count doesn't find are dead: a loss, part of mortality."
        : "Animals that a count doesn't find are missing: no part of mortality."}
    </EditableLine>
  )
}
