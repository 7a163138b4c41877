import { Link } from '@tanstack/react-router'
import { May, type Noted } from '@/api'
import { dayAndMonth, formatDay } from '@/shared/lib/days'
import { type FarmSection, LOT_PATH, RECORD_PATH } from '@/shared/lib/farmPaths'
import { Card } from '@/shared/ui/Card'
import classes from './LastEntries.module.css'
import type { EntryWords } from './Today'

interface Props {
  farmId: string
  section: FarmSection
  entries: readonly Noted[]
  today: string
  words: EntryWords
}

/** The latest entries, in the words of the screen that records them. */
export function LastEntries({ farmId, section, entries, today, words }: Props) {
  return (
    <Card
      title="Last entries"
      action={
        <May do="record">
          <Link to={RECORD_PATH[section]} params={{ farmId }} className={classes.all}>
            All entries
          </Link>
        </May>
      }
    >
      <ol className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.number} className={classes.entry}>
            <b className={classes.title} data-undone={entry.reversed || undefined}>
              {words.title(entry, entries)}
              {entry.reversed && <span className="visually-hidden"> (undone)</span>}
            </b>
            <time dateTime={entry.date} className={classes.quiet}>
              {entry.date.slice(0, 4) === today.slice(0, 4) ? dayAndMonth(entry.date) : formatDay(entry.date)}
            </time>
            <Link
              to={LOT_PATH[section]}
              params={{ farmId, lotId: entry.lotId }}
              className={`${classes.quiet} ${classes.place}`}
            >
              {words.place(entry)}
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}
