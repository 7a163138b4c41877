import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { farmFiltersQuery } from '@/api'
import { Failure } from '@/shared/ui/Failure'
import { FilterGroups } from '@/shared/ui/FilterGroups'
import pill from '@/shared/ui/Pill.module.css'
import { Popover } from '@/shared/ui/Popover'
import { Loading } from '@/shared/ui/Skeleton'
import classes from './FilterControl.module.css'
import { chosenFilters, fieldOptions, optionLabel, withToggled } from './filters'
import type { FieldSearch } from './model'

interface Props {
  search: FieldSearch
  onChange: (part: FieldSearch) => void
  /** True in the sheet, where the choices are part of the page. */
  inline: boolean
}

/** The view-by filters, with the values the farm really has (REP-13). */
export function FilterControl({ farmId, ...props }: Props & { farmId: string }) {
  const titleId = useId()
  const filter = <LotFilter filters={useQuery(farmFiltersQuery(farmId))} {...props} />
  if (!props.inline) return filter
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.filter}>
        Filter
      </h3>
      {filter}
    </section>
  )
}

interface LotFilterProps extends Props {
  filters: UseQueryResult<Record<string, string[] | null>>
  /** Called before the choices are shown for the first time. */
  onWanted?: () => void
}

/** The same of any values. */
export function LotFilter({ filters, search, onChange, inline, onWanted }: LotFilterProps) {
  const [open, setOpen] = useState(false)
  if (filters.isError) {
    return <Failure query={filters} />
  }
  const groups = fieldOptions(filters.data ?? {})
  const choices = filters.isPending ? (
    <Loading words="Loading the filters..." height={120} />
  ) : (
    <FilterGroups
      groups={groups}
      chosen={search}
      textOf={optionLabel}
      onToggle={(key, value) => onChange({ [key]: withToggled(search[key], value) })}
    />
  )
  if (inline) return choices

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
  const show = (next: boolean) => {
    if (next) onWanted?.()
    setOpen(next)
  }
  return (
    <Popover
      name="Filter"
      label={label}
      open={open}
      onOpen={show}
      disabled={filters.isSuccess && groups.length === 0}
      idle={count === 0}
    >
      {choices}
    </Popover>
  )
}
