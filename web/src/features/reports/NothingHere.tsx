import { type Day, formatDay } from '@/shared/lib/days'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import type { Nothing } from './figure'
import { chosenFilters, NO_FILTERS } from './filters'
import type { OnReportChange, ReportSearch } from './model'

interface Props {
  what: Nothing
  /** The question was only about today. */
  today: boolean
  search: ReportSearch
  onChange: OnReportChange
}

const WORDS: Record<Nothing, { matching: string; atAll: string; hint: string }> = {
  animals: {
    matching: 'No animals match these filters.',
    atAll: 'No animals were on the farm in these dates.',
    hint: 'Records begin with the first planting. Try a longer period.',
  },
  harvest: {
    matching: 'Nothing that matches these filters was harvested in these dates.',
    atAll: 'Nothing was harvested in these dates.',
    hint: 'Try a longer period.',
  },
  alive: {
    matching: 'No animals that match these filters were alive in these dates.',
    atAll: 'No animals were alive in these dates.',
    hint: 'All of them were harvested, lost or moved before.',
  },
  size: {
    matching: 'None of the animals that match these filters were measured in these dates.',
    atAll: 'None of the animals alive in these dates were measured.',
    hint: 'Sizes show from the first visit on which animals are measured.',
  },
}

const NEVER = { atAll: 'No animals were ever on the farm.', hint: 'Records begin with the first planting.' }

/** Says that there is nothing for what was asked, and offers the step most likely to help. */
export function NothingHere({ what, today, search, onChange }: Props) {
  const words = { ...WORDS[what], ...(today && what === 'animals' && NEVER) }
  const filtered = chosenFilters(search).length > 0 || search.area
  if (search.known && !today && what === 'animals') return <NothingKnown on={search.known} onChange={onChange} />
  return (
    <Card>
      {filtered ? (
        <EmptyState drawing="water" title={words.matching}>
          <p>Look at all growing areas and all animals instead.</p>
          <Button variant="plain" onClick={() => onChange({ ...NO_FILTERS, area: '' })}>
            Clear the filters
          </Button>
        </EmptyState>
      ) : (
        <EmptyState drawing="water" title={words.atAll}>
          <p>{words.hint}</p>
          {!today && search.dates !== 'all' && (
            <Button variant="plain" onClick={() => onChange({ dates: 'all', from: undefined, to: undefined })}>
              All time
            </Button>
          )}
        </EmptyState>
      )}
    </Card>
  )
}

function NothingKnown({ on, onChange }: { on: Day; onChange: OnReportChange }) {
  return (
    <Card>
      <EmptyState drawing="water" title={`Nothing of this was recorded by ${formatDay(on)}.`}>
        <p>The report leaves out what was recorded later.</p>
        <Button variant="plain" onClick={() => onChange({ known: undefined })}>
          All that is known now
        </Button>
      </EmptyState>
    </Card>
  )
}
