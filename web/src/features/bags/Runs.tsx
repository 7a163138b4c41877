import { type KeyboardEvent, useId, useState } from 'react'
import classes from './Bags.module.css'
import type { Book } from './book'
import { type Found, runAfter } from './runs'
import { runWords } from './words'

interface Props {
  book: Book
  runs: readonly Found[]
  onActive: (found: Found | null) => void
  onChoose: (found: Found) => void
}

/** The picture for the keyboard: a single tab stop, and from there run by run. */
export function Runs({ book, runs, onActive, onChoose }: Props) {
  const id = useId()
  const [place, setPlace] = useState(0)
  const at = Math.min(place, runs.length - 1)
  const active = runs[at]
  if (!active) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = runAfter(runs, at, event.key)
    if (next !== null) {
      setPlace(next)
      onActive(runs[next] ?? null)
    } else if (event.key === 'Enter' || event.key === ' ') onChoose(active)
    else return
    event.preventDefault()
  }
  return (
    <div
      role="listbox"
      aria-label="Runs of bags"
      tabIndex={0}
      aria-activedescendant={`${id}${at}`}
      className={classes.runs}
      onKeyDown={onKeyDown}
      onFocus={() => onActive(active)}
      onBlur={() => onActive(null)}
    >
      {/* One of many; the arrow keys bring up the others. */}
      <div
        key={at}
        id={`${id}${at}`}
        role="option"
        aria-selected="false"
        aria-posinset={at + 1}
        aria-setsize={runs.length}
        tabIndex={-1}
      >
        {runWords(book, active.run, active.lineName, book.areas[active.area]?.name ?? '')}
      </div>
      <span className={classes.hint} aria-hidden="true">
        Arrow keys go from run to run, Enter chooses
      </span>
    </div>
  )
}
