import { type RefObject, useEffect, useRef } from 'react'
import { errorMessage } from '@/shared/lib/spoken'
import { ApiError } from './errors'

interface Failure {
  /** Goes on the form; when the call has failed the first flagged input in it gets the focus. */
  ref: RefObject<HTMLFormElement | null>
  /** The general message, shown above the inputs; null while there is none, or when it stands beside an input anyway. */
  message: string | null
  /** The server's text per input. */
  fields: Record<string, string>
}

/** A failed call as a form shows it: a message in general, and what belongs beside its inputs. */
export function useFailure(error: Error | null): Failure {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const fields = error instanceof ApiError ? error.fieldErrors : {}
  const message = error && errorMessage(error)
  const saidBeside = message !== null && Object.values(fields).includes(message)
  return { ref, message: saidBeside ? null : message, fields }
}
