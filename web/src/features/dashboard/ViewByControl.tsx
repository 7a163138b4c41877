import { useState } from 'react'
import { VIEW_BY, viewByLabel } from '@/shared/lib/viewBy'
import { Check } from '@/shared/ui/Check'
import pill from '@/shared/ui/Pill.module.css'
import { Popover } from '@/shared/ui/Popover'
import classes from './Editor.module.css'
import { withToggled } from './model'
import { filterWords } from './words'

type ViewBy = Record<string, string[]>

interface Props {
  /** The values that the farm really has (REP-13). */
  options: Record<string, string[] | null>
  chosen: ViewBy
  onChange: (chosen: ViewBy) => void
}

/** Which animals a square is about. */
export function ViewByControl({ options, chosen, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const fields = VIEW_BY.map(({ field, label }) => ({ field, label, values: options[field] ?? [] })).filter(
    ({ values }) => values.length > 0,
  )
  const label = (
    <>
      <span className={pill.label}>Filter</span>{' '}
      <span className={classes.chosen}>{filterWords({ activeViewBy: chosen }) || 'none'}</span>
    </>
  )
  return (
    <Popover name="Filter" label={label} open={open} onOpen={setOpen} disabled={fields.length === 0}>
      <div className={classes.fields}>
        {fields.map(({ field, label, values }) => (
          <fieldset key={field} className={classes.field}>
            <legend>{label}</legend>
            {values.map((value) => (
              <Check
                key={value}
                shape="line"
                type="checkbox"
                label={viewByLabel(field, value)}
                checked={chosen[field]?.includes(value) ?? false}
                onChange={() => onChange(withToggled(chosen, field, value))}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </Popover>
  )
}
