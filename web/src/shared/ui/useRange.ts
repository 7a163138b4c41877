import { type ChangeEvent, useState } from 'react'
import type { Day } from '@/shared/lib/days'
import { rangeProblem, UNFINISHED } from '@/shared/lib/ranges'
import { type HistoryEntry, useTyping } from './useTyping'

export interface Range {
  from: Day
  to: Day
}

interface Options {
  from?: Day
  to?: Day
  today: Day
  /** Called with the days once they make a valid range, and with null while they do not. */
  onChange: (range: Range | null, entry: HistoryEntry) => void
  /** Whether null leaves the days in the address as they are. */
  holds: boolean
}

const NO_DAYS: Range = { from: '', to: '' }
const keyOf = ({ from, to }: Range) => `${from} ${to}`

/** Two days as they are typed. Once they make a range they live in the URL; when that changes on its own (Back), they follow. */
export function useRange({ from = '', to = '', today, onChange, holds }: Options) {
  const typing = useTyping()
  const now = keyOf({ from, to })
  const [state, setState] = useState({ draft: { from, to }, unfinished: false, seen: now, sent: now })
  if (state.seen !== now) {
    const ours = state.sent === now
    setState({ ...state, seen: now, sent: now, ...(!ours && { draft: { from, to }, unfinished: false }) })
  }
  const change = (draft: Range, unfinished = false) => {
    const whole = !unfinished && !rangeProblem(draft.from, draft.to, today)
    const sent = whole ? keyOf(draft) : holds ? now : keyOf(NO_DAYS)
    setState({ ...state, draft, unfinished, sent })
    if (sent !== now) onChange(whole ? draft : null, typing.entry(now, sent))
  }
  return {
    draft: state.draft,
    problem: state.unfinished ? UNFINISHED : rangeProblem(state.draft.from, state.draft.to, today),
    change,
    input: (name: keyof Range) => ({
      type: 'date',
      max: today,
      value: state.draft[name],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        change({ ...state.draft, [name]: currentTarget.value }, currentTarget.validity.badInput),
      onBlur: typing.end,
    }),
  }
}
