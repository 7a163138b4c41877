import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '@/api'
import { Field } from '@/shared/ui/Field'
import { firstFocus } from '@/shared/ui/firstFocus'
import classes from './Record.module.css'

interface Props {
  value: string
  onChange: (value: string) => void
  error?: string
}

/** Few entries need a note, so it starts as a button. */
export function NoteField({ value, onChange, error }: Props) {
  const [wanted, setWanted] = useState(false)
  if (!wanted && !value && !error) {
    return (
      <button type="button" className={classes.addNote} onClick={() => setWanted(true)}>
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
      maxLength={limits.recordingRules.note}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
