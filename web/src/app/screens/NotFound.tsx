import { Link } from '@tanstack/react-router'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import { Shell } from '../shell/Shell'
import classes from './Screen.module.css'

function Screen({ title, children }: { title: string; children: string }) {
  usePageTitle(title)
  return (
    <section className={classes.screen}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{children}</p>
      <Link to="/">Go to the home page</Link>
    </section>
  )
}

/** For a path that no section owns (PUB-7). */
export function PageNotFound() {
  return (
    <Shell>
      <Screen title="Page not found">We couldn't find the page you requested.</Screen>
    </Shell>
  )
}

/** For an unknown path in a section, inside that section's shell (FARM-9). */
export function AreaNotFound() {
  return <Screen title="Not Found">That route didn't match any handlers.</Screen>
}
