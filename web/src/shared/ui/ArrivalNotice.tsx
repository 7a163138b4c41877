import { useLocation, useNavigate } from '@tanstack/react-router'
import classes from './ArrivalNotice.module.css'
import { Notice } from './Notice'
import { takeFocus } from './takeFocus'

/** What was done on the page that led here. */
export function ArrivalNotice() {
  const notice = useLocation({ select: ({ state }) => state.notice })
  const navigate = useNavigate()
  if (!notice) return null
  const dismiss = () => navigate({ to: '.', search: true, state: {}, replace: true })
  return (
    <div ref={takeFocus} tabIndex={-1} className={classes.arrival}>
      <Notice kind="success" onDismiss={dismiss}>
        {notice}
      </Notice>
    </div>
  )
}
