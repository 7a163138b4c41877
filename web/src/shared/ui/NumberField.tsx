import type { ReactNode } from 'react'
import { Field } from './Field'

/** More than any number needs, spaces included. */
const MOST_DIGITS = 20

export interface NumberProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  error?: string
  hint?: ReactNode
  /** The phone's keyboard: digits only, or with a decimal point. */
  keys?: 'numeric' | 'decimal'
}

export function NumberField({ onChange, keys = 'numeric', ...field }: NumberProps) {
  return (
    <Field
      {...field}
      inputMode={keys}
      autoComplete="off"
      maxLength={MOST_DIGITS}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
