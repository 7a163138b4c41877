import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
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
  if (isMissing(error)) {
    return (
      <section className={classes.screen}>
        <h1 className={classes.title}>This page could not be loaded</h1>
        <MissingCode onRetry={retry} />
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
