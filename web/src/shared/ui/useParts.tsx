import { useRef, useState } from 'react'
import { exact } from '@/shared/lib/numbers'
import { Button } from './Button'
import classes from './Searched.module.css'
import { usePrinting } from './usePrinting'

/** How many rows of a table to show at first. */
export const TABLE_PART = 500

/** The first part of a long list, and a button for the next: thousands cost no more than what is looked at. On paper all of it. */
export function useParts<T>(all: readonly T[], size: number) {
  const [most, setMost] = useState(size)
  const printing = usePrinting()
  const said = useRef<HTMLParagraphElement>(null)
  const next = () => {
    setMost(most + size)
    // The button goes with the last part, and would lose the focus.
    said.current?.focus()
  }
  return {
    shown: printing ? all : all.slice(0, most),
    more: !printing && all.length > size && (
      <div className={classes.more}>
        <p ref={said} tabIndex={-1} role="status">
          {exact(Math.min(most, all.length))} of {exact(all.length)}
        </p>
        {all.length > most && (
          <Button variant="plain" onClick={next}>
            Show more
          </Button>
        )}
      </div>
    ),
  }
}
