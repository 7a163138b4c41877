import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, farmFiltersQuery } from '@/api'
import { Check } from '@/shared/ui/Check'
import { Failure } from '@/shared/ui/Failure'
import pill from '@/shared/ui/Pill.module.css'
import { Popover } from '@/shared/ui/Popover'
import classes from './Controls.module.css'
import { chosenFilters, type FieldOptions, fieldOptions, optionLabel, withToggled } from './filters'
import type { OnReportChange, ReportSearch } from './model'

interface Props {
  farmId: string
  search: ReportSearch
  onChange: OnReportChange
  /** True in the sheet, where the choices are part of the page. */
  inline: boolean
}

/** The view-by filters, with the values that the farm really has (REP-13). */
export function FilterControl({ farmId, search, onChange, inline }: Props) {
  const [open, setOpen] = useState(false)
  const filters = useQuery(farmFiltersQuery(farmId))
  if (filters.isError) {
    return (
      <Failure message={errorMessage(filters.error)} onRetry={() => filters.refetch()} retrying={filters.isFetching} />
    )
  }
  const groups = fieldOptions(filters.data ?? {})
  const choices = <Groups groups={groups} search={search} onChange={onChange} />
  if (inline) return choices

  const count = chosenFilters(search).length
  const label = (
    <>
      <span className={pill.label}>View by</span> <span>{count > 0 ? `${count} chosen` : 'all'}</span>
    </>
  )
  return (
    <Popover name="View by" label={label} open={open} onOpen={setOpen} disabled={groups.length === 0}>
      <div className={classes.wide}>{choices}</div>
    </Popover>
  )
}

type GroupsProps = Pick<Props, 'search' | 'onChange'> & { groups: FieldOptions[] }

function Groups({ groups, search, onChange }: GroupsProps) {
  return (
    <div className={classes.groups}>
      {groups.map(({ key, label, options }) => (
        <fieldset key={key} className={classes.group}>
          <legend>{label}</legend>
          <div className={classes.options}>
            {options.map((value) => (
              <Check
                key={value}
                shape="line"
                type="checkbox"
                label={optionLabel(key, value)}
                checked={search[key]?.includes(value) ?? false}
                onChange={() => onChange({ [key]: withToggled(search[key], value) })}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
