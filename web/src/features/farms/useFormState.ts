import { type FormEvent, type RefObject, useState } from 'react'
import type { Problems } from './details'

/** What stands in a form, and what is wrong with it. */
export function useFormState<V extends object>(start: V | (() => V)) {
  const [first] = useState(start)
  const [values, setValues] = useState(first)
  const [wrong, setWrong] = useState<Problems>({})
  return {
    values,
    setValues,
    wrong,
    touched: values !== first,
    /** Takes what was typed; what was wrong with it is not said any longer. */
    change: (part: Partial<V>) => {
      setValues((before) => ({ ...before, ...part }))
      setWrong((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((key) => [key, undefined])) }))
    },
    /** Handles the submit of a form: with problems the first input that has one gets the focus, and nothing is sent. */
    submit: (form: RefObject<HTMLFormElement | null>, check: (values: V) => Problems, send: (values: V) => void) => {
      return (event: FormEvent) => {
        event.preventDefault()
        const problems = check(values)
        setWrong(problems)
        const names = Object.keys(problems)
        if (names.length === 0) return send(values)
        const inputs = [...(form.current?.elements ?? [])] as HTMLInputElement[]
        inputs.find(({ name }) => names.includes(name))?.focus()
      }
    },
  }
}
