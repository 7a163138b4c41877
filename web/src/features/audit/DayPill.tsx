import { isDay } from '@/shared/lib/days'
import { useDraft } from '@/shared/ui/useDraft'
import classes from './Audit.module.css'

interface Props {
  label: string
  /** A calendar day; empty for any. */
  value: string
  onChange: (day: string) => void
}

/** A day by the system's own calendar. What is typed by half is no day yet. */
export function DayPill({ label, value, onChange }: Props) {
  const [draft, setDraft] = useDraft(value, (text) => {
    if (text === '' || isDay(text)) onChange(text)
  })
  return (
    <label className={classes.day}>
      <span>{label}</span>
      <input type="date" value={draft} onChange={(event) => setDraft(event.currentTarget.value)} />
    </label>
  )
}
