import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Field } from './Field'
import { firstFocus } from './firstFocus'
import classes from './Unfold.module.css'

interface Props {
  value: string
  maxLength: number
  onChange: (value: string) => void
  error?: string
}

/** Few entries need a note, so it starts as a button. */
export function NoteField({ value, maxLength, onChange, error }: Props) {
  const [wanted, setWanted] = useState(false)
  if (!wanted && !value && !error) {
    return (
      <button type="button" className={classes.unfold} onClick={() => setWanted(true)}>
        <IconPencil size={20} aria-hidden />
        Add a note
        <IconPlus size={20} aria-hidden />
      </button>
    )
  }
  return (
    <Field
      ref={wanted ? firstFocus : undefined}
      label="Note"
      name="note"
      maxLength={maxLength}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
