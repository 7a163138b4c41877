import { IconX } from '@tabler/icons-react'
import classes from './Controls.module.css'
import { chosenFilters, NO_FILTERS, optionLabel, withToggled } from './filters'
import type { OnReportChange, ReportSearch } from './model'

interface Props {
  search: ReportSearch
  onChange: OnReportChange
}

/** The filters that are on, below what they leave: the control above says how many. Pressing one removes it. */
export function ChosenFilters({ search, onChange }: Props) {
  const chosen = chosenFilters(search)
  if (chosen.length === 0) return null
  return (
    <ul className={`${classes.chosen} no-print`} aria-label="Chosen filters">
      {chosen.map(({ key, label, value }) => (
        <li key={`${key} ${value}`}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Remove ${label}: ${optionLabel(key, value)}`}
            onClick={() => onChange({ [key]: withToggled(search[key], value) })}
          >
            {label}: {optionLabel(key, value)}
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} onClick={() => onChange(NO_FILTERS)}>
          Clear all
        </button>
      </li>
    </ul>
  )
}
