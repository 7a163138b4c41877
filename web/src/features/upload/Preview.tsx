import type { Upload, UploadCounts, UploadSummary } from '@/api'
import { counted, exact } from '@/shared/lib/numbers'
import { Notice } from '@/shared/ui/Notice'
import { CountQuestions } from './CountQuestions'
import { Doubts } from './Doubts'
import { Recounts } from './Recounts'
import classes from './Upload.module.css'
import { activitiesIn, activityCounts, foretold, listed } from './words'

interface Props {
  upload: Upload
  summary: UploadSummary
  /** What its counts mean. */
  counts: UploadCounts
  onCounts: (counts: UploadCounts) => void
}

/** What importing would do, before it is done. */
export function Preview({ upload, summary, counts, onCounts }: Props) {
  const { rows, refused, mode } = upload
  const { areas } = summary
  return (
    <>
      <p className={classes.sentence}>{foretold(upload, summary)}</p>
      {activitiesIn(summary) > 0 && (
        <dl className={classes.tiles}>
          {activityCounts(summary).map(({ label, value }) => (
            <div key={label} className={classes.tile}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {areas.length > 0 && (
        <p>
          <strong>{counted(areas.length, 'new growing area')}:</strong> {listed(areas)}.
        </p>
      )}
      <Doubts summary={summary} />
      <Recounts summary={summary} />
      {summary.count > 0 && <CountQuestions sameDay={summary.sameDay} counts={counts} onCounts={onCounts} />}
      {refused > 0 && mode === 'all' && (
        <Notice kind="error">
          {counted(refused, 'row is bad', 'rows are bad')}, and it is all or nothing. Correct the file and upload it
          again, or import the other rows.
        </Notice>
      )}
      {refused > 0 && mode === 'skip' && (
        <Notice kind="info">
          {exact(refused)} of {counted(rows, 'row')} will be left out.
        </Notice>
      )}
    </>
  )
}
