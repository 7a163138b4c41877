import { type Stored, useKeptEdit } from '@/api'
import { useFormState } from './useFormState'

/** The form of an edit, as it stood when a session ran out in the middle of it, or else as the record is stored. */
export function useKeptForm<V extends object>(name: string, record: Stored<V>) {
  const { stored, values, restored } = useKeptEdit(name, record)
  return { form: useFormState(values), stored, restored }
}
