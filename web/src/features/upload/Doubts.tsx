import type { UploadSummary } from '@/api'
import { counted, exact } from '@/shared/lib/numbers'
import { Notice } from '@/shared/ui/Notice'
import classes from './Upload.module.css'
import { moreWords } from './words'

/** Numbers that are far from the last, as happens when a digit or a point is lost. */
export function Doubts({ summary: { doubts, doubtsTotal } }: { summary: UploadSummary }) {
  if (doubtsTotal === 0) return null
  return (
    <Notice kind="warning">
      <div className={classes.found}>
        <h3 className={classes.legend}>
          Check {counted(doubtsTotal, 'number that is', 'numbers that are')} far from the last
        </h3>
        <ul className={classes.list}>
          {doubts.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Line {exact(line)}: {message}
            </li>
          ))}
        </ul>
        <p>
          {moreWords(doubtsTotal - doubts.length)} If the numbers are right, go on. Otherwise cancel, correct the file
          and upload it again.
        </p>
      </div>
    </Notice>
  )
}
