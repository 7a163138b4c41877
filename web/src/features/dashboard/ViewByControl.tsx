import { useState } from 'react'
import { inOrder, VIEW_BY, viewByLabel } from '@/shared/lib/viewBy'
import { FilterGroups } from '@/shared/ui/FilterGroups'
import pill from '@/shared/ui/Pill.module.css'
import { Popover } from '@/shared/ui/Popover'
import classes from './Editor.module.css'
import { withToggled } from './model'
import { filterWords } from './words'

type ViewBy = Record<string, string[]>

interface Props {
  /** The values the farm really has (REP-13). */
  options: Record<string, string[] | null>
  chosen: ViewBy
  onChange: (chosen: ViewBy) => void
}

/** Which animals a square is about. */
export function ViewByControl({ options, chosen, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const groups = VIEW_BY.map(({ field, label }) => ({
    key: field,
    label,
    options: inOrder(field, options[field] ?? []),
  })).filter((group) => group.options.length > 0)
  const label = (
    <>
      <span className={pill.label}>Filter</span>{' '}
      <span className={classes.chosen}>{filterWords({ activeViewBy: chosen }) || 'none'}</span>
    </>
  )
  return (
    <Popover name="Filter" label={label} open={open} onOpen={setOpen} disabled={groups.length === 0}>
      <FilterGroups
        groups={groups}
        chosen={chosen}
        textOf={viewByLabel}
        onToggle={(field, value) => onChange(withToggled(chosen, field, value))}
      />
    </Popover>
  )
}
