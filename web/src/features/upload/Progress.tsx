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
      <progress
        aria-label={stateWords(upload)}
        aria-valuetext={words}
        max={100}
        value={known ? Math.floor(percent) : undefined}
        className={classes.bar}
      />
      <p className={classes.quiet}>{words}</p>
    </div>
  )
}
