import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { chosenFilters, NO_FILTERS } from './filters'
import type { OnReportChange, ReportSearch } from './model'

interface Props {
  search: ReportSearch
  onChange: OnReportChange
}

/** No animals for what was asked: says so, and offers the step that most likely helps. */
export function NothingHere({ search, onChange }: Props) {
  if (chosenFilters(search).length > 0 || search.area) {
    return (
      <Card>
        <EmptyState drawing="water" title="No animals match these filters.">
          <p>Look at all growing areas and all animals instead.</p>
          <Button variant="plain" onClick={() => onChange({ ...NO_FILTERS, area: '' })}>
            Clear the filters
          </Button>
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState drawing="water" title="No animals were on the farm in these dates.">
        <p>Records begin with the first planting. Try a longer time.</p>
        {search.dates !== '365' && (
          <Button variant="plain" onClick={() => onChange({ dates: '365', from: undefined, to: undefined })}>
            Last 365 days
          </Button>
        )}
      </EmptyState>
    </Card>
  )
}
