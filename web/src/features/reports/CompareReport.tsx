import { todayAt } from '@/shared/lib/days'
import { RANGES, type RangeKey } from '@/shared/lib/ranges'
import { PillSelect } from '@/shared/ui/PillSelect'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import { ChosenFilters } from './ChosenFilters'
import classes from './CompareReport.module.css'
import { Controls } from './Controls'
import { DateControl } from './DateControl'
import { MetricBody } from './MetricBody'
import { COMPARED, type ComparedKey, type ReportProps, SIDES, type Side, type SideSearch } from './model'
import { SplitSelect } from './SplitSelect'
import { ALL_AREAS, metricOfSide, ownChange, ownOf, sideChange, sideSearch } from './sides'
import { usePhone } from './usePhone'

/** Two reports side by side, or one below the other on a phone (REP-9). The controls above apply to both. */
export default function CompareReport({ farm, search, onChange }: ReportProps) {
  return (
    <>
      <Controls farm={farm} search={search} onChange={onChange} />
      <div className={classes.sides}>
        {SIDES.map((side) => (
          <section key={side} aria-label={NAMES[side]} className={classes.side}>
            <SideControls side={side} farm={farm} search={search} onChange={onChange} />
            <div>
              <MetricBody
                metric={metricOfSide(search, side)}
                farm={farm}
                search={sideSearch(search, side)}
                onChange={sideChange(side, onChange)}
                brief
              />
            </div>
          </section>
        ))}
      </div>
      <ChosenFilters search={search} onChange={onChange} />
    </>
  )
}

const NAMES: Record<Side, string> = { left: 'Left side', right: 'Right side' }

const AS_ABOVE = { value: '', label: 'as above' } as const

/** The controls that a side has for itself. */
function SideControls({ side, farm, search, onChange }: ReportProps & { side: Side }) {
  const phone = usePhone()
  const metric = metricOfSide(search, side)
  const shown = sideSearch(search, side)
  const own = ownOf(search, side)
  const change = (part: SideSearch, entry?: HistoryEntry) => onChange(ownChange(side, part), entry)
  const areas = [AS_ABOVE, ALL_AREAS, ...farm.leases.map(({ leaseId, name }) => ({ value: leaseId, label: name }))]
  return (
    <div className={`${classes.controls} no-print`}>
      <PillSelect<ComparedKey>
        label="Metric"
        value={metric.key as ComparedKey}
        choices={COMPARED}
        onChange={(next) => change({ metric: next, graph: undefined })}
        bare
      />
      <SplitSelect value={shown.by} onChange={(by) => change({ by })} brief bare />
      <PillSelect
        label="Area"
        value={own.area ?? ''}
        choices={areas}
        onChange={(area) => change({ area: area || undefined })}
        idle={own.area ? undefined : '+ Area'}
        bare
      />
      <DateControl<RangeKey | ''>
        dates={own.dates ?? ''}
        from={own.from}
        to={own.to}
        choices={[AS_ABOVE, ...RANGES]}
        onChange={({ dates, ...days }, entry) =>
          change(dates === undefined ? days : { ...days, dates: dates || undefined }, entry)
        }
        today={todayAt(farm)}
        inline={phone}
        idle={!own.dates}
        bare
      />
    </div>
  )
}
