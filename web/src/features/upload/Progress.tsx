import type { Upload } from '@/api'
import classes from './Upload.module.css'
import { progressWords, stateWords } from './words'

/** How far it is, in a bar and in words. */
export function Progress({ upload }: { upload: Upload }) {
  const { state, rows, percent } = upload
  const known = state !== 'waiting' && rows > 0
  const words = state === 'waiting' ? 'It begins as soon as the one before it is done.' : progressWords(upload)
  return (
    <div className={classes.progress}>
      <p className={classes.stage}>{stateWords(upload)}</p>
      <div
        role="progressbar"
        aria-label={stateWords(upload)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known ? Math.floor(percent) : undefined}
        aria-valuetext={words}
        className={classes.bar}
        data-known={known}
      >
        <div style={{ width: known ? `${percent}%` : undefined }} />
      </div>
      <p className={classes.quiet}>{words}</p>
    </div>
  )
}
