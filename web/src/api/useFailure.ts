import { type RefObject, useEffect, useRef } from 'react'
import { errorMessage } from '@/shared/lib/spoken'
import { ApiError } from './errors'

interface Failure {
  /** For the form: when the call fails, the first flagged input in it gets the focus. */
  ref: RefObject<HTMLFormElement | null>
  /** The general message, shown above the inputs; null if there is none, or if an input shows it anyway. */
  message: string | null
  /** The server's text per input. */
  fields: Record<string, string>
}

/** A failed call as a form shows it: a general message, and what belongs beside the inputs. */
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
