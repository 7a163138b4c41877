import classes from './RecallMark.module.css'

/** Beside a tag that a recall in force reaches. */
export function RecallMark({ party, then = '' }: { party: string | null; then?: string }) {
  if (party === null) return null
  return (
    <span className={classes.mark}>
      Recalled by {party}
      {then}
    </span>
  )
}
