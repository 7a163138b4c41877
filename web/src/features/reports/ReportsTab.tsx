import { Fragment } from 'react'
import { Notice } from '@/shared/ui/Notice'
import type { ReportsTabProps } from './model'
import { reportOf } from './names'
import { ofTodayWords } from './printed'
import { ReportNames } from './ReportNames'
import { reportsWith } from './registry'
import { withKnownAreas } from './sides'

export { questionsOf } from './questions'
export { CompareReport } from './registry'

/** Reports that have no figure to say on paper what was asked for. */
const OF_TODAY = ['snapshot', 'equipment']

/** The chosen report of one farm, below the names of all reports unless these are beside the page. */
export function ReportsTab({ farm, search: asked, onChange, panels, onExport, names }: ReportsTabProps) {
  const { search, gone } = withKnownAreas(asked, farm)
  const { key, label } = reportOf(search.report)
  const chosen = reportsWith({ panels, onExport }).find((report) => report.key === key)
  return (
    <>
      {names && <ReportNames chosen={key} row />}
      <div role="tabpanel" aria-label={label}>
        {gone && (
          <Notice kind="info">
            This address names a growing area that is no longer on the farm. All growing areas are shown instead.
          </Notice>
        )}
        {OF_TODAY.includes(key) && <p className="paper-only">{ofTodayWords(label, farm, search)}</p>}
        <Fragment key={key}>{chosen?.show({ farm, search, onChange })}</Fragment>
      </div>
    </>
  )
}
