import { type ErrorComponentProps, Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ApiError, errorMessage } from '@/api'
import { isMissing } from '@/shared/lib/missing'
import { Button } from '@/shared/ui/Button'
import { MissingCode } from '@/shared/ui/MissingCode'
import classes from './Screen.module.css'

/** A route that failed: what happened, a way to try again, and a way out. Going elsewhere clears it. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = useCallback(() => {
    reset()
    void router.invalidate()
  }, [reset, router])
  const loggedOut = useRouterState({ select: ({ location }) => location.state.loggedOut })
  if (isMissing(error) && loggedOut) {
    return (
      <section className={classes.screen}>
        <h1 className={classes.title}>You are signed out</h1>
        <p className={classes.text}>You are offline. We tell the server once you are connected again.</p>
        <MissingCode onRetry={retry} />
      </section>
    )
  }
  if (isMissing(error)) {
    return (
      <section className={classes.screen}>
        <h1 className={classes.title}>This page could not be loaded</h1>
        <MissingCode onRetry={retry} />
      </section>
    )
  }
  if (error instanceof DOMException && error.name === 'SecurityError') {
    return (
      <section className={classes.screen} role="alert">
        <h1 className={classes.title}>Your browser refuses storage to this page</h1>
        <p className={classes.text}>
          We need it to keep you signed in. Allow cookies and site data for {window.location.host}, or open the page in
          its own tab.
        </p>
        <p>
          <a href={window.location.href} target="_blank" rel="noopener">
            Open in its own tab
          </a>
        </p>
      </section>
    )
  }
  return (
    <section className={classes.screen} role="alert">
      <h1 className={classes.title}>{error instanceof ApiError ? 'No answer yet' : 'This page stopped'}</h1>
      <p className={classes.text}>{errorMessage(error)}</p>
      <p>
        <Button onClick={retry}>Retry</Button>
      </p>
      <p className={classes.text}>
        <Link to="/">Go to the home page</Link>
      </p>
    </section>
  )
}
