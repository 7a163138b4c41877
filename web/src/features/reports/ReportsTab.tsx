import type { ReportProps } from './model'
import classes from './ReportsTab.module.css'
import { REPORTS } from './registry'

/** The reports of one farm: their names at the side (on a phone above, scrolling sideways), the chosen one beside. */
export default function ReportsTab({ farm, search, onChange }: ReportProps) {
  const chosen = REPORTS.find(({ key }) => key === search.report) ?? REPORTS[0]
  if (!chosen) return null
  const { Report } = chosen
  return (
    <div className={classes.tab}>
      <nav aria-label="Reports" className={classes.nav}>
        {REPORTS.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            className={classes.report}
            aria-current={key === chosen.key ? 'page' : undefined}
            onClick={() => onChange({ report: key })}
          >
            {label}
          </button>
        ))}
      </nav>
      <div className={classes.body}>
        <Report farm={farm} search={search} onChange={onChange} />
      </div>
    </div>
  )
}
