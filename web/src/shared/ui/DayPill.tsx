import { useRef } from 'react'
import { isDay } from '@/shared/lib/days'
import classes from './DayPill.module.css'
import { useDraft } from './useDraft'
import type { HistoryEntry } from './useTyping'

interface Props {
  label: string
  /** A calendar day; empty for any. */
  value: string
  onChange: (day: string, entry: HistoryEntry) => void
}

/** A day, by the system's own calendar. While it is only partly filled in, nothing else is asked for; if it is left like that, the day in force comes back. */
export function DayPill({ label, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const unfinished = () => input.current?.validity.badInput === true
  const { draft, setDraft, onBlur } = useDraft(value, (text, entry) => {
    if (text !== value && (text === '' ? !unfinished() : isDay(text))) onChange(text, entry)
  })
  const leave = () => {
    if (!unfinished()) return onBlur()
    if (input.current) input.current.value = value
    setDraft(value)
  }
  return (
    <label className={classes.day}>
      <span>{label}</span>
      <input
        ref={input}
        type="date"
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={leave}
      />
    </label>
  )
}
