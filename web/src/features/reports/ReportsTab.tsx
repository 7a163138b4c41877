import { Fragment, useLayoutEffect, useRef } from 'react'
import { Notice } from '@/shared/ui/Notice'
import type { ReportsTabProps } from './model'
import classes from './ReportsTab.module.css'
import { reportsWith, toReport } from './registry'
import { withKnownAreas } from './sides'

export { questionsOf } from './registry'

/** The reports of one farm: their names at the side (on a phone above, scrolling sideways to the chosen one), the chosen one beside. */
export function ReportsTab({ farm, search: asked, onChange, panels, onExport }: ReportsTabProps) {
  const { search, gone } = withKnownAreas(asked, farm)
  const reports = reportsWith({ panels, onExport })
  const chosen = reports.find(({ key }) => key === search.report) ?? reports[0]
  const nav = useRef<HTMLElement>(null)
  const at = chosen?.key
  useLayoutEffect(() => {
    const button = nav.current?.querySelector<HTMLElement>(`[data-report="${at}"]`)
    if (nav.current && button)
      nav.current.scrollLeft = button.offsetLeft - (nav.current.clientWidth - button.offsetWidth) / 2
  }, [at])
  return (
    <div className={classes.tab}>
      <nav ref={nav} aria-label="Reports" className={classes.nav}>
        {reports.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            data-report={key}
            className={classes.report}
            aria-current={key === at ? 'page' : undefined}
            onClick={() => onChange(toReport(key))}
          >
            {label}
          </button>
        ))}
      </nav>
      <div className={classes.body}>
        {gone && (
          <Notice kind="info">
            This address names a growing area that is no longer on the farm. All growing areas are shown instead.
          </Notice>
        )}
        <Fragment key={at}>{chosen?.show({ farm, search, onChange })}</Fragment>
      </div>
    </div>
  )
}
