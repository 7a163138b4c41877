import { useState } from 'react'
import { formatRange } from '@/shared/lib/days'
import { PillSelect } from '@/shared/ui/PillSelect'
import { Popover } from '@/shared/ui/Popover'
import { DateRange } from './DateRange'
import { type OnReportChange, RANGES, type RangeKey, type ReportSearch } from './model'

interface Props {
  search: ReportSearch
  onChange: OnReportChange
  today: string
  /** True in the sheet, where the dates are part of the page. */
  inline: boolean
}

/** The date range; choosing Custom opens the dates (REP-11). */
export function DateControl({ search, onChange, today, inline }: Props) {
  const [open, setOpen] = useState(false)
  const { dates, from, to } = search
  const custom = dates === 'custom'
  const choose = (next: RangeKey) => {
    setOpen(next === 'custom')
    onChange(next === 'custom' ? { dates: next } : { dates: next, from: undefined, to: undefined })
  }
  const range = <DateRange from={from} to={to} today={today} calendar={!inline} onChange={onChange} />
  return (
    <>
      <PillSelect<RangeKey> label="Dates" value={dates} choices={RANGES} onChange={choose} />
      {custom && inline && range}
      {custom && !inline && (
        <Popover
          name="Dates"
          label={<span>{from && to ? formatRange(from, to) : 'Choose the days'}</span>}
          open={open}
          onOpen={setOpen}
        >
          {range}
        </Popover>
      )}
    </>
  )
}
