import { useState } from 'react'
import { type Stored, useKept } from '@/api'
import { useFormState } from './useFormState'

/** The form of an edit, as it stood when a session ran out in the middle of it, or else as the record is stored. */
export function useKeptForm<V extends object>(name: string, record: Stored<V>) {
  const kept = useKept<{ stored: Stored<V>; values: V }>(name)
  const [stored] = useState(kept?.stored ?? record)
  const form = useFormState(kept?.values ?? record.values)
  return { form, stored, restored: kept !== null }
}
