import { type RefObject, useEffect, useRef } from 'react'
import { errorMessage } from '@/shared/lib/spoken'
import { ApiError } from './errors'

interface Failure<F extends string> {
  /** For the form: when the call fails, the first flagged input in it gets the focus. */
  ref: RefObject<HTMLFormElement | null>
  /** What is shown above the inputs: what the server says of no input that the form has; null if there is none. */
  message: string | null
  /** The server's text per input. */
  fields: Partial<Record<F, string>>
}

/** A failed call as a form with these inputs shows it: a general message, and what belongs beside the inputs. */
export function useFailure<F extends string = never>(error: Error | null, inputs: readonly F[] = []): Failure<F> {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const said = error instanceof ApiError ? error.fieldErrors : {}
  const fields = Object.fromEntries(inputs.flatMap((name) => (said[name] ? [[name, said[name]]] : [])))
  const elsewhere = Object.keys(said).flatMap((name) => (name in fields ? [] : (said[name] ?? [])))
  const message = error && (elsewhere.join(' ') || errorMessage(error))
  const saidBeside = message !== null && Object.values(fields).includes(message)
  return { ref, message: saidBeside ? null : message, fields: fields as Partial<Record<F, string>> }
}
