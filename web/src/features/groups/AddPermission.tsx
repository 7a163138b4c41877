import { type KeyboardEvent, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import classes from './Groups.module.css'
import { PERMISSION_MOST } from './permissions'

/** A new permission by its name. It stands inside the form that saves, so Enter adds and does not save. */
export function AddPermission({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const add = () => {
    onAdd(name)
    setName('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div className={classes.add}>
      <Field
        label="New permission"
        maxLength={PERMISSION_MOST}
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button variant="plain" onClick={add}>
        Add
      </Button>
    </div>
  )
}
