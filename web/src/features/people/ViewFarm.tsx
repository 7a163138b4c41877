import { useMutation } from '@tanstack/react-query'
import { beginView, errorMessage } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Notice } from '@/shared/ui/Notice'
import classes from './People.module.css'

/** For staff: the way into a farm as its manager sees it, in this tab. */
export function ViewFarm({ farmId }: { farmId: string }) {
  const view = useMutation({
    mutationFn: () => beginView(farmId),
    onSuccess: () => window.location.assign(`/manage/${farmId}`),
  })
  return (
    <Card title="As its manager sees it">
      <p className={classes.note}>
        Shows this farm as who manages it sees it, in this tab. Nothing can be changed there, and it is on record in the
        audit trail.
      </p>
      {view.error && <Notice kind="error">{errorMessage(view.error)}</Notice>}
      <div className={classes.after}>
        <Button variant="plain" loading={view.isPending} onClick={() => view.mutate()}>
          See as its manager
        </Button>
      </div>
    </Card>
  )
}
