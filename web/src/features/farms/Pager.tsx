import type { FarmPage } from '@/api'
import { exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import classes from './FarmList.module.css'

interface Props {
  pages: FarmPage['pages']
  items: FarmPage['items']
  onPage: (page: number) => void
}

export function Pager({ pages, items, onPage }: Props) {
  return (
    <nav aria-label="Pages" className={classes.pager}>
      <span>
        Page {exact(pages.current)} of {exact(pages.total)}
      </span>
      <span>
        Rows {exact(items.begin)} - {exact(items.end)} of {exact(items.total)}
      </span>
      <span className={classes.pagerButtons}>
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
