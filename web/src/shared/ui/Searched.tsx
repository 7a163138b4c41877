import { type ReactNode, useState } from 'react'
import { Field } from './Field'
import { useParts } from './useParts'

/** This many can be taken in at a glance. */
const FEW = 12
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
