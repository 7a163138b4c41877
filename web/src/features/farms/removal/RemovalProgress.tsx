import classes from './DangerZone.module.css'
import type { Removal } from './removal'

/** Says that a removal is under way, which may take a while. */
export function RemovalProgress({ removal }: { removal: Removal | undefined }) {
  return (
    <p role="status" className={classes.progress}>
      <progress aria-hidden="true" />
      {removal === 'clean' ? 'Cleaning…' : 'Deleting…'} A large farm takes a while.
    </p>
  )
}
