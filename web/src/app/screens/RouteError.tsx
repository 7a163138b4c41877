import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { ApiError, errorMessage } from '@/api'
import { Button } from '@/shared/ui/Button'
import classes from './Screen.module.css'

/** After a deploy the old page's chunks are gone; the browser says so in one of these ways. */
const GONE = /dynamically imported module|module script failed|Importing a module/i

/** A route that failed: what happened, another try, and a way out. Going elsewhere heals it. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const stale = error instanceof Error && GONE.test(error.message)
  const retry = () => {
    if (stale) return window.location.reload()
    reset()
    return router.invalidate()
  }
  const text = stale ? 'A newer version of this page is ready. Load it to go on.' : errorMessage(error)
  return (
    <section className={classes.screen} role="alert">
      <h1 className={classes.title}>{error instanceof ApiError ? 'No answer yet' : 'This page stopped'}</h1>
      <p className={classes.text}>{text}</p>
      <p>
        <Button onClick={retry}>{stale ? 'Load the new version' : 'Retry'}</Button>
      </p>
      <p className={classes.text}>
        <Link to="/">Go to the home page</Link>
      </p>
    </section>
  )
}
