import { useQuery } from '@tanstack/react-query'
import { waitingOf, workQuery } from '@/api'
import { exact } from '@/shared/lib/numbers'
import classes from './HeaderTools.module.css'

/** How much waits for staff, beside the link to it; nothing while nothing does. */
export function WorkCount() {
  const { data } = useQuery(workQuery)
  const waiting = data ? waitingOf(data) : 0
  if (waiting === 0) return null
  return (
    <span className={classes.waiting}>
      {' '}
      {exact(waiting)} <span className="visually-hidden">waiting</span>
    </span>
  )
}
