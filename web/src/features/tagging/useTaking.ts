import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, type NewTagEvent, takeTags } from '@/api'
import { type Editing, type FieldValues, useEditForm } from '@/forms'
import type { TagEventName } from '@/shared/lib/tagEvents'

/** What was taken, for the page to show. */
export interface Done {
  event: TagEventName
  says: string
  tags: string[]
  /** An earlier attempt had got through, though its answer was lost. */
  again: boolean
}

/** A batch on its way, of which no answer came. */
interface Sent {
  /** The draft that it was made of, as text. */
  of: string
  says: string
  events: NewTagEvent[]
}

/** What the drafts of all events have. */
export interface Sendable extends FieldValues {
  sent: Sent | null
}

const textOf = ({ sent: _, ...typed }: Sendable) => JSON.stringify(typed)

/** What may have got through already. It is sent again as it was: the numbers that it was made of may be others by now. */
export function unanswered(draft: Sendable): Sent | null {
  return draft.sent?.of === textOf(draft) ? draft.sent : null
}

interface Options<D extends Sendable> {
  farmId: string
  event: TagEventName
  /** Sets apart what is kept of forms that began with different things. */
  begins?: string
  beginning: D
  problems: (draft: D) => Record<string, string>
  /** The batch; its ids begin with the key, which stays the same until it is answered. */
  events: (draft: D, key: string) => NewTagEvent[]
  says: (draft: D) => string | null
  /** The input beside which a refusal is shown, by the event's number and field. */
  pathOf: (field: string, event: number, draft: D) => string
  onDone: (done: Done) => void
}

type Answer = Awaited<ReturnType<typeof takeTags>>

/** A form whose answer is a batch of events: all of it is taken or nothing, and once however often it is sent. */
export function useTaking<D extends Sendable>(options: Options<D>) {
  const { farmId, event } = options
  const client = useQueryClient()
  // Whatever of the farm's book and tags is on screens may have changed.
  const forget = () => void client.invalidateQueries({ queryKey: ['farm', farmId] })
  const confirmed = useRef(false)
  const form: Editing<D, Answer, D> = useEditForm<D, Answer>({
    name: ['tagging', event, options.begins].filter(Boolean).join(' '),
    record: { values: options.beginning, version: 0 },
    staying: 'free',
    sticky: true,
    problems: (draft) => (unanswered(draft) ? {} : options.problems(draft)),
    pathOf: (field) => {
      const [, at = '', name = ''] = /^events\.(\d+)\.(.*)$/.exec(field) ?? []
      return options.pathOf(name, Number(at), form.values)
    },
    send: (_, __, { values, key }) => {
      const of = textOf(values)
      const sent = unanswered(values) ?? {
        of,
        says: unanswered(values)?.says ?? options.says(values) ?? '',
        events: options.events(values, key),
      }
      form.set({ sent } as Partial<D>)
      return takeTags(farmId, sent.events, confirmed.current)
    },
    onAnswer: forget,
    onSaved: (answer, values) => {
      confirmed.current = false
      const taken = answer?.events ?? []
      const tags = [...new Set(taken.map(({ tag }) => tag))]
      options.onDone({ event, says: options.says(values) ?? '', tags, again: taken.some(({ again }) => again) })
    },
    onFailed: (error) => {
      confirmed.current = false
      // Without an answer nothing is known, and what is shown is what was sent.
      if (error instanceof ApiError && error.passing) return
      form.set({ sent: null } as Partial<D>)
      forget()
      if (tookBefore(error)) form.renew()
    },
  })
  return {
    ...form,
    /** Sends what happened before the harvest all the same. */
    confirm: () => {
      confirmed.current = true
    },
  }
}

/** True if the time is before that of the harvest, and the batch is taken once the person confirms it. */
export const isEarly = (error: Error | null) => error instanceof ApiError && error.code === 'before-harvest'

/** True if an earlier attempt got through although its answer was lost, and the form has changed since. */
export function tookBefore(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 409 && Object.keys(error.fieldErrors).some(isId)
}

const isId = (field: string) => /^events\.\d+\.id$/.test(field)
