import classes from './Screen.module.css'

/** Shown when a page's code or first question takes longer than a moment. */
export function RoutePending() {
  return (
    <p className={classes.screen} role="status">
      Loading...
    </p>
  )
}
