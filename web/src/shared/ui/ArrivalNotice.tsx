import classes from './ArrivalNotice.module.css'
import { Notice } from './Notice'
import { takeFocus } from './takeFocus'
import { useArrival } from './useArrival'

/** What was done on the page that led here. */
export function ArrivalNotice() {
  const [notice, dismiss] = useArrival('notice')
  if (!notice) return null
  return (
    <div ref={takeFocus} tabIndex={-1} className={classes.arrival}>
      <Notice kind="success" onDismiss={dismiss}>
        {notice}
      </Notice>
    </div>
  )
}
