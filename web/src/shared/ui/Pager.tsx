import { useEffect, useRef } from 'react'
import { exact } from '@/shared/lib/numbers'
import type { Listed } from '@/shared/lib/paging'
import { Button } from './Button'
import classes from './Pager.module.css'

interface Props {
  /** The page asked for; while it loads, the one before is still shown. */
  page: number
  /** Of the page shown. */
  pages: Listed<unknown>['pages']
  items: Listed<unknown>['items']
  onPage: (page: number) => void
  /** The buttons are there though there is one page only. */
  turns?: boolean
}

export function Pager({ page, pages, items, onPage, turns }: Props) {
  const buttons = useRef<HTMLSpanElement>(null)
  // Who presses twice goes two pages on, however late the first of them comes.
  const wanted = useRef(page)
  const turn = (by: number) => {
    wanted.current = Math.min(Math.max(wanted.current + by, 1), pages.total)
    onPage(wanted.current)
  }
  useEffect(() => {
    if (page === pages.current) wanted.current = page
  }, [page, pages.current])
  const left = useRef(page)
  useEffect(() => {
    if (left.current === page) return
    left.current = page
    // At either end the pressed button becomes disabled, and would lose the focus.
    const focused = document.activeElement
    if (focused === document.body || focused?.matches(':disabled')) {
      buttons.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus({ preventScroll: true })
    }
  }, [page])
  return (
    <nav aria-label="Pages" className={classes.pager}>
      <span>
        Page {exact(pages.current)} of {exact(pages.total)}
      </span>
      <span>
        Rows {exact(items.begin)} - {exact(items.end)} of {exact(items.total)}
      </span>
      {(turns || pages.total > 1) && (
        <span ref={buttons} className={classes.buttons}>
          <Button variant="plain" disabled={page <= 1} onClick={() => turn(-1)}>
            Prev
          </Button>
          <Button variant="plain" disabled={page >= pages.total} onClick={() => turn(1)}>
            Next
          </Button>
        </span>
      )}
    </nav>
  )
}
