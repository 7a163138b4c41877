import { IconX } from '@tabler/icons-react'
import { type Day, formatDay } from '@/shared/lib/days'
import classes from './ChosenFilters.module.css'
import { chosenFilters, NO_FILTERS, optionLabel, withToggled } from './filters'
import type { FieldSearch } from './model'

type Asked = FieldSearch & { known?: Day }

interface Props {
  search: FieldSearch
  /** The day as known on, where the figures do not say it themselves. */
  known?: Day
  onChange: (part: Asked) => void
}

/** The filters that are on: the control says how many. Pressing one removes it. */
export function ChosenFilters({ search, known, onChange }: Props) {
  const chosen = chosenFilters(search)
  if (chosen.length === 0 && !known) return null
  return (
    <ul className={`${classes.chosen} no-print`} aria-label="Chosen filters">
      {known && <Chip words={`As known on ${formatDay(known)}`} onRemove={() => onChange({ known: undefined })} />}
      {chosen.map(({ key, label, value }) => (
        <Chip
          key={`${key} ${value}`}
          words={`${label}: ${optionLabel(key, value)}`}
          onRemove={() => onChange({ [key]: withToggled(search[key], value) })}
        />
      ))}
      <li>
        <button
          type="button"
          className={classes.clear}
          onClick={() => onChange(known ? { ...NO_FILTERS, known: undefined } : NO_FILTERS)}
        >
          Clear all
        </button>
      </li>
    </ul>
  )
}

function Chip({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <li>
      <button type="button" className={classes.chip} aria-label={`Remove ${words}`} onClick={onRemove}>
        {words}
        <IconX size={14} aria-hidden />
      </button>
    </li>
  )
}
