import type { ComponentProps } from 'react'
import { COUNTRIES, statesOf } from '@/shared/lib/places'
import { SelectField } from './FormFields'

type PlaceField = Omit<ComponentProps<typeof SelectField>, 'choices'> & { value: string }

interface Props {
  country: PlaceField
  state: PlaceField
  /** Called with both, since another country has other states. */
  onMove: (country: string, state: string) => void
}

const choicesOf = (values: readonly string[]) => ['', ...values].map((value) => ({ value, label: value }))

/** A country and one of its states (AFARM-2). */
export function PlaceFields({ country, state, onMove }: Props) {
  return (
    <>
      <SelectField
        {...country}
        choices={choicesOf(COUNTRIES)}
        onChange={(event) => onMove(event.currentTarget.value, '')}
      />
      <SelectField
        {...state}
        choices={choicesOf(statesOf(country.value))}
        hint={country.value ? undefined : 'Choose the country first.'}
        onChange={(event) => onMove(country.value, event.currentTarget.value)}
      />
    </>
  )
}
