import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { farmFiltersQuery } from '@/api'
import { Failure } from '@/shared/ui/Failure'
import { FilterGroups } from '@/shared/ui/FilterGroups'
import pill from '@/shared/ui/Pill.module.css'
import { Popover } from '@/shared/ui/Popover'
import classes from './Controls.module.css'
import { chosenFilters, fieldOptions, optionLabel, withToggled } from './filters'
import type { OnReportChange, ReportSearch } from './model'

interface Props {
  farmId: string
  search: ReportSearch
  onChange: OnReportChange
  /** True in the sheet, where the choices are part of the page. */
  inline: boolean
}

/** The view-by filters, with the values the farm really has (REP-13). */
export function FilterControl({ farmId, search, onChange, inline }: Props) {
  const [open, setOpen] = useState(false)
  const titleId = useId()
  const filters = useQuery(farmFiltersQuery(farmId))
  if (filters.isError) {
    return <Failure query={filters} />
  }
  const groups = fieldOptions(filters.data ?? {})
  const choices = (
    <FilterGroups
      groups={groups}
      chosen={search}
      textOf={optionLabel}
      onToggle={(key, value) => onChange({ [key]: withToggled(search[key], value) })}
    />
  )
  if (inline) {
    return (
      <section aria-labelledby={titleId}>
        <h3 id={titleId} className={classes.filter}>
          Filter
        </h3>
        {choices}
      </section>
    )
  }

  const count = chosenFilters(search).length
  const label =
    count > 0 ? (
      <>
        <span className={pill.label}>Filter</span>{' '}
        <span className={pill.value}>
          {count} <span className={classes.word}>chosen</span>
        </span>
      </>
    ) : (
      <span>
        <span aria-hidden="true">+ </span>Filter
      </span>
    )
  return (
    <Popover name="Filter" label={label} open={open} onOpen={setOpen} disabled={groups.length === 0} idle={count === 0}>
      {choices}
    </Popover>
  )
}
