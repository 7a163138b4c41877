import classes from './ArrivalNotice.module.css'
import { Saved } from './Saved'
import { useArrival } from './useArrival'

/** Says what was done on the page that led here. */
export function ArrivalNotice() {
  const [notice, dismiss] = useArrival('notice')
  if (!notice) return null
  return (
    <Saved onDismiss={dismiss} className={classes.arrival}>
      {notice}
    </Saved>
  )
}
