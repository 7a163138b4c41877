import classes from './RecallMark.module.css'

/** Beside a tag that a recall in force reaches. */
export function RecallMark({ party }: { party: string | null }) {
  return party === null ? null : <span className={classes.mark}>Recalled by {party}</span>
}
