import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Farm } from '@/api'
import { formatRange, todayAt } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import { RANGES, type RangeKey } from '@/shared/lib/ranges'
import { AreaSelect } from '@/shared/ui/AreaSelect'
import { Button } from '@/shared/ui/Button'
import { DayPill } from '@/shared/ui/DayPill'
import { PillSelect } from '@/shared/ui/PillSelect'
import { Sheet } from '@/shared/ui/Sheet'
import { BeforePill } from './BeforePill'
import classes from './Controls.module.css'
import { DateControl } from './DateControl'
import { FilterControl } from './FilterControl'
import { chosenFilters } from './filters'
import { FREQUENCIES, type FrequencyKey, labelOf, type OnReportChange, type ReportSearch } from './model'
import { usePhone } from './usePhone'

interface Props {
  farm: Farm
  search: ReportSearch
  onChange: OnReportChange
  /** The report is only about today, so there are no dates to choose. */
  ofToday?: boolean
  /** The report's own toggle. */
  mode?: ReactNode
  /** The report's own choice of parts. */
  parts?: (brief: boolean) => ReactNode
  /** What can be done with the answer. */
  tools?: ReactNode
}

/** The controls of a report: in a row on a desktop, folded into one sheet on a phone. */
export function Controls(props: Props) {
  const phone = usePhone()
  return (
    <div className={`${classes.bar} no-print`}>
      {phone ? (
        <div className={classes.folded}>
          <FilterSheet {...props} />
          {props.tools}
        </div>
      ) : (
        <div className={classes.row}>
          <div className={classes.pills}>
            <AllControls {...props} phone={false} />
          </div>
          {props.tools}
        </div>
      )}
    </div>
  )
}

function AllControls({ farm, search, onChange, ofToday, mode, parts, phone }: Props & { phone: boolean }) {
  return (
    <>
      <AreaSelect leases={farm.leases} value={search.area} onChange={(area) => onChange({ area })} />
      {mode}
      {!ofToday && (
        <>
          <DateControl<RangeKey>
            dates={search.dates}
            from={search.from}
            to={search.to}
            choices={RANGES}
            onChange={onChange}
            today={todayAt(farm)}
            inline={phone}
            more={
              <DayPill
                label="As known on"
                value={search.known ?? ''}
                onChange={(day, entry) => onChange({ known: day || undefined }, entry)}
              />
            }
          />
          <BeforePill before={search.before} onChange={onChange} whole={phone} />
          <PillSelect<FrequencyKey>
            label="Frequency"
            value={search.every}
            choices={FREQUENCIES}
            onChange={(every) => onChange({ every })}
            plain
          />
        </>
      )}
      {parts?.(!phone)}
      <FilterControl farmId={farm._id} search={search} onChange={onChange} inline={phone} />
    </>
  )
}

/** The phone's one button says what is chosen; the sheet behind it holds every control. */
function FilterSheet(props: Props) {
  const { farm, search, ofToday } = props
  const [open, setOpen] = useState(false)
  const area = farm.leases.find(({ leaseId }) => leaseId === search.area)?.name ?? 'All areas'
  const { dates, from, to } = search
  const range = from && to && dates === 'custom' ? formatRange(from, to) : labelOf(RANGES, dates)
  const filters = chosenFilters(search).length
  return (
    <>
      <Button
        variant="plain"
        wide
        icon={<IconAdjustmentsHorizontal size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {area}, {ofToday ? 'today' : range}
        {filters > 0 && (
          <>
            <span className="visually-hidden">, {counted(filters, 'filter')}</span>
            <span aria-hidden="true" className={classes.count}>
              {filters}
            </span>
          </>
        )}
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
