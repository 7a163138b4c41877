import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import classes from './EditForm.module.css'

/** Above a form that has restored an earlier draft, with a way to start over. */
export function KeptNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Notice kind="info">
      <div className={classes.kept}>
        <span>What you typed is back, and is not saved yet.</span>
        <Button variant="plain" onClick={onStartOver}>
          Start over
        </Button>
      </div>
    </Notice>
  )
}
