import { type ReactNode, useState } from 'react'
import { Field } from './Field'
import { useParts } from './useParts'

/** This many are taken in at a glance, sooner than a word is typed. */
const FEW = 5
const PART = 50

interface Props<T> {
  all: readonly T[]
  textOf: (one: T) => string
  /** What the search is for: 'Find a lot'. */
  label: string
  children: (shown: readonly T[]) => ReactNode
}

/** Choices to look through: by typing if there are many, and a part at a time. */
export function Searched<T>({ all, textOf, label, children }: Props<T>) {
  const [wanted, setWanted] = useState('')
  const many = all.length > FEW
  // What was typed is gone with its field, so that it hides nothing when the field is back.
  if (!many && wanted) setWanted('')
  const text = many ? wanted.trim().toLowerCase() : ''
  const found = all.filter((one) => textOf(one).toLowerCase().includes(text))
  const { shown, more } = useParts(found, PART)
  return (
    <>
      {many && (
        <Field
          label={label}
          type="search"
          autoComplete="off"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          hint={found.length === 0 ? 'No matches.' : undefined}
        />
      )}
      {children(shown)}
      {more}
    </>
  )
}
