import type { UploadSummary } from '@/api'
import { recountSentence } from '@/shared/lib/recounts'
import classes from './Upload.module.css'
import { moreWords } from './words'

/** Recorded counts whose difference the sheet changes; each stays what was counted. */
export function Recounts({ summary: { recounts, recountsTotal } }: { summary: UploadSummary }) {
  if (recountsTotal === 0) return null
  return (
    <section aria-labelledby="recounts" className={classes.found}>
      <h3 id="recounts" className={classes.legend}>
        Counts that are recorded already
      </h3>
      <ul className={classes.list}>
        {recounts.map((recount) => (
          <li key={recount.number}>
            {recount.area}, {recount.lot}: {recountSentence(recount)}
          </li>
        ))}
      </ul>
      {recountsTotal > recounts.length && <p>{moreWords(recountsTotal - recounts.length)}</p>}
    </section>
  )
}
