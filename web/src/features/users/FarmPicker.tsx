import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { errorMessage, type FarmRow, farmsQuery } from '@/api'
import { Field } from '@/shared/ui/Field'
import { useDraft } from '@/shared/ui/useDraft'
import classes from './Users.module.css'

/** As many as are offered; for another farm more of its name is typed. */
const OFFERED = 10

interface Props {
  farm: FarmRow | null
  error?: string
  hint?: string
  disabled: boolean
  onChoose: (farm: FarmRow | null) => void
}

/** Looks a farm up by a part of its name: an input with a list, for the keyboard as for the pointer. */
export function FarmPicker({ farm, error, hint, disabled, onChoose }: Props) {
  const id = useId()
  const [name, setName] = useState('')
  const { draft, setDraft } = useDraft(name, setName)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const farms = useQuery({
    ...farmsQuery({ name, sort: 'name', limit: OFFERED, page: 1 }),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const offered = farms.data?.data ?? []
  const current = offered[active]

  const currentId = open && current ? `${id}-${current._id}` : undefined
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  const choose = (chosen: FarmRow) => {
    onChoose(chosen)
    setOpen(false)
  }
  const type = (text: string) => {
    if (farm) onChoose(null)
    setDraft(text)
    setActive(0)
    setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (open && offered.length > 0) setActive((active + step + offered.length) % offered.length)
      setOpen(true)
    }
    if (event.key === 'Escape') setOpen(false)
    if (event.key === 'Enter' && open && current) {
      event.preventDefault()
      choose(current)
    }
  }

  return (
    <div className={classes.picker}>
      <Field
        label="Farm"
        role="combobox"
        aria-expanded={open && offered.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={currentId}
        placeholder="Search by name"
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        error={error}
        hint={hint}
        value={farm ? farm.name : draft}
        onChange={(event) => type(event.currentTarget.value)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {open && offered.length > 0 && (
        <div id={id} role="listbox" aria-label="Farms" className={classes.options}>
          {offered.map((one, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and hears the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and hears the keys.
            <div
              key={one._id}
              id={`${id}-${one._id}`}
              role="option"
              className={classes.option}
              aria-selected={index === active}
              // The input keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              {one.name}
            </div>
          ))}
        </div>
      )}
      <p role="status" className="visually-hidden">
        {open && statusOf(farms.isPending, offered.length)}
      </p>
      {open && farms.isError && <p className={classes.hint}>{errorMessage(farms.error)}</p>}
      {open && !farms.isPending && !farms.isError && offered.length === 0 && (
        <p className={classes.hint}>No farm has that in its name.</p>
      )}
    </div>
  )
}

function statusOf(pending: boolean, count: number): string {
  if (pending) return 'Looking for farms...'
  return count === 0 ? '' : `${count} farms`
}
