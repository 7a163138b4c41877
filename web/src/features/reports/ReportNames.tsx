import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useMay } from '@/api'
import { onTabKey } from '@/shared/ui/tabKeys'
import { useIntoSight } from '@/shared/ui/useIntoSight'
import { REPORTS, type ReportKey, toReport } from './names'
import classes from './ReportNames.module.css'

interface Props {
  chosen: ReportKey
  /** In a row they scroll sideways, to the chosen one; below each other, what they are in does. */
  row?: boolean
}

/** The names of the reports (REP-1), each a link to its report that keeps everything else the page shows. */
export function ReportNames({ chosen, row = false }: Props) {
  const exports = useMay('export')
  const names = exports ? REPORTS : REPORTS.filter(({ key }) => key !== 'exports')
  const list = useRef<HTMLDivElement>(null)
  const selected = '[aria-selected="true"]'
  useIntoSight(list, selected, chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes into sight whenever another is chosen.
  useLayoutEffect(() => {
    if (!row) list.current?.querySelector(selected)?.scrollIntoView({ block: 'nearest' })
  }, [row, chosen])
  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label="Reports"
      aria-orientation={row ? 'horizontal' : 'vertical'}
      className={row ? classes.row : classes.column}
      onKeyDown={onTabKey}
    >
      {names.map(({ key, label }) => (
        <Link
          key={key}
          role="tab"
          to="."
          // Or the first, whose name an address leaves out, would be where one is as well.
          activeOptions={{ exact: true }}
          search={(before: object) => ({ ...before, ...toReport(key) })}
          resetScroll={false}
          preload={false}
          aria-selected={key === chosen}
          tabIndex={key === chosen ? 0 : -1}
          className={classes.name}
        >
          {label}
        </Link>
      ))}
    </div>
  )
}
