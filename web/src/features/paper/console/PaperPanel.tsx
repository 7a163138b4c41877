import { type ReactNode, Suspense, useState } from 'react'
import type { FarmRecord } from '@/api'
import { FormCard, useEditMode, useKeptName } from '@/forms'
import { dollarsOf } from '@/shared/lib/money'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { lazy } from '@/shared/ui/lazy'
import { Notice } from '@/shared/ui/Notice'
import panels from '@/shared/ui/Panels.module.css'
import { Saved } from '@/shared/ui/Saved'
import { Loading } from '@/shared/ui/Skeleton'
import { Overview } from '../overview/Overview'
import classes from '../subscription/Subscription.module.css'
import { KEPT_TERMS } from '../subscription/terms'
import { EndSubscription } from './EndSubscription'
import { SendMore } from './SendMore'
import { StockDesk } from './StockDesk'

const EditSubscription = lazy(() => import('../subscription/EditSubscription'))

interface Props {
  farm: FarmRecord
  /** The state of the service and of billing, which other features show. */
  services: ReactNode
  billing: ReactNode
}

/** 'Paper & Printers' of the console (AFARM-4): the form until the subscription is active, then the read view (PAPER-1). */
export function PaperPanel(props: Props) {
  return props.farm.taggingActive === true ? <Active {...props} /> : <Inactive {...props} />
}

function Inactive({ farm, services, billing }: Props) {
  const pending = farm.taggingActive === 'pending'
  return (
    <div className={classes.stack}>
      <div className={panels.panels}>
        <div className={panels.side}>
          {services}
          {pending && <EndSubscription farm={farm} />}
        </div>
        {billing}
      </div>
      {pending && (
        <Notice kind="info">
          Pending: the setup invoice of {dollarsOf(farm.taggingInvoiceAmount)} has not been paid yet. Sending the form
          again voids it and issues a new one.
        </Notice>
      )}
      <FormCard title="Paper & Printers" more="The farm gets its setup invoice by email.">
        {(onSaved) => (
          <Suspense fallback={<Loading height={480} />}>
            <EditSubscription farm={farm} cancel={false} onSaved={onSaved} onCancel={() => undefined} />
          </Suspense>
        )}
      </FormCard>
    </div>
  )
}

function Active({ farm, ...parts }: Props) {
  const mode = useEditMode(useKeptName(KEPT_TERMS) !== null)
  const [sending, setSending] = useState(false)
  if (mode.editing) {
    return (
      <Card title="Paper & Printers">
        <Suspense fallback={<Loading height={480} />}>
          <EditSubscription farm={farm} cancel onSaved={mode.done} onCancel={mode.view} />
        </Suspense>
      </Card>
    )
  }
  return (
    <div className={classes.stack}>
      <div className={classes.actions}>
        <Button ref={mode.button} variant="plain" aria-label="Edit Paper & Printers" onClick={mode.edit}>
          Edit
        </Button>
        <Button variant="plain" onClick={() => setSending(true)}>
          Send more paper
        </Button>
      </div>
      {mode.saved && <Saved onDismiss={mode.view} />}
      <Overview farm={farm} section="farms" {...parts} />
      <div className={panels.panels}>
        <StockDesk farm={farm} />
        <EndSubscription farm={farm} />
      </div>
      <SendMore farm={farm} open={sending} onClose={() => setSending(false)} />
    </div>
  )
}
