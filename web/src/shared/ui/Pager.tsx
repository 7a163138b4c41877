import { useEffect, useRef } from 'react'
import { exact } from '@/shared/lib/numbers'
import type { Listed } from '@/shared/lib/paging'
import { Button } from './Button'
import classes from './Pager.module.css'

interface Props {
  pages: Listed<unknown>['pages']
  items: Listed<unknown>['items']
  onPage: (page: number) => void
}

export function Pager({ pages, items, onPage }: Props) {
  const buttons = useRef<HTMLSpanElement>(null)
  const shown = useRef(pages.current)
  useEffect(() => {
    if (shown.current === pages.current) return
    shown.current = pages.current
    // At either end the pressed button becomes disabled, and would lose the focus.
    const focused = document.activeElement
    if (focused === document.body || focused?.matches(':disabled')) {
      buttons.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus({ preventScroll: true })
    }
  }, [pages.current])
  return (
    <nav aria-label="Pages" className={classes.pager}>
      <span>
        Page {exact(pages.current)} of {exact(pages.total)}
      </span>
      <span>
        Rows {exact(items.begin)} - {exact(items.end)} of {exact(items.total)}
      </span>
      <span ref={buttons} className={classes.buttons}>
        <Button variant="plain" disabled={!pages.hasPrev} onClick={() => onPage(pages.current - 1)}>
          Prev
        </Button>
        <Button variant="plain" disabled={!pages.hasNext} onClick={() => onPage(pages.current + 1)}>
          Next
        </Button>
      </span>
    </nav>
  )
}
