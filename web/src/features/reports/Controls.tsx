import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import type { Farm } from '@/api'
import { formatRange } from '@/shared/lib/days'
import { Button } from '@/shared/ui/Button'
import { PillSelect } from '@/shared/ui/PillSelect'
import { Sheet } from '@/shared/ui/Sheet'
import { ChosenFilters } from './ChosenFilters'
import classes from './Controls.module.css'
import { DateControl } from './DateControl'
import { FilterControl } from './FilterControl'
import {
  FREQUENCIES,
  type FrequencyKey,
  labelOf,
  type OnReportChange,
  RANGES,
  type ReportSearch,
  SEGMENTS,
  type SegmentKey,
} from './model'

interface Props {
  farm: Farm
  search: ReportSearch
  onChange: OnReportChange
  today: string
}

/** What the report is asked: in a row on a desk, folded into one sheet on a phone. */
export function Controls(props: Props) {
  const phone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  return (
    <div className={classes.bar}>
      {phone ? (
        <FilterSheet {...props} />
      ) : (
        <div className={classes.row}>
          <AllControls {...props} phone={false} />
        </div>
      )}
      <ChosenFilters search={props.search} onChange={props.onChange} />
    </div>
  )
}

function AllControls({ farm, search, onChange, today, phone }: Props & { phone: boolean }) {
  const areas = [
    { value: '', label: 'All' },
    ...farm.leases.map(({ leaseId, name }) => ({ value: leaseId, label: name })),
  ]
  return (
    <>
      <PillSelect label="Growing Areas" value={search.area} choices={areas} onChange={(area) => onChange({ area })} />
      <DateControl search={search} onChange={onChange} today={today} inline={phone} />
      <PillSelect<FrequencyKey>
        label="Frequency"
        value={search.every}
        choices={FREQUENCIES}
        onChange={(every) => onChange({ every })}
      />
      <PillSelect<SegmentKey> label="By" value={search.by} choices={SEGMENTS} onChange={(by) => onChange({ by })} />
      <FilterControl farmId={farm._id} search={search} onChange={onChange} inline={phone} />
    </>
  )
}

/** The phone's one button says what is chosen; the sheet behind it holds every control. */
function FilterSheet(props: Props) {
  const { farm, search } = props
  const [open, setOpen] = useState(false)
  const area = farm.leases.find(({ leaseId }) => leaseId === search.area)?.name ?? 'All areas'
  const { dates, from, to } = search
  const range = from && to && dates === 'custom' ? formatRange(from, to) : labelOf(RANGES, dates)
  return (
    <>
      <Button
        variant="plain"
        wide
        icon={<IconAdjustmentsHorizontal size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {area}, {range}
      </Button>
      <Sheet title="Filters" open={open} onClose={() => setOpen(false)}>
        <div className={classes.column}>
          <AllControls {...props} phone />
        </div>
        <div className={classes.done}>
          <Button wide onClick={() => setOpen(false)}>
            Show the report
          </Button>
        </div>
      </Sheet>
    </>
  )
}
