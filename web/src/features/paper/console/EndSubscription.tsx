import { useMutation } from '@tanstack/react-query'
import { endSubscription, type FarmRecord, useFarmCache } from '@/api'
import { dollarsOf } from '@/shared/lib/money'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Card } from '@/shared/ui/Card'
import classes from '../subscription/Subscription.module.css'

/** Ends a subscription, or cancels one that has not been paid for yet. */
export function EndSubscription({ farm }: { farm: FarmRecord }) {
  const cache = useFarmCache(farm._id)
  const end = useMutation({ mutationFn: () => endSubscription(farm._id), onSuccess: cache.replace })
  const pending = farm.taggingActive === 'pending'
  const action = pending ? 'Cancel the subscription' : 'End the subscription'
  return (
    <Card title={action}>
      <p className={classes.above}>
        {pending
          ? 'Its setup invoice will be voided, and nothing will be sent.'
          : 'No more paper will be ordered. What was sent and billed stays in the history.'}
      </p>
      <AskFirst label={action} action={action} work={end}>
        {pending
          ? `The setup invoice of ${farm.name} for ${dollarsOf(farm.taggingInvoiceAmount)} will be voided.`
          : `${farm.name} will get no more refills. Unpaid orders are cancelled; nothing is refunded.`}
      </AskFirst>
    </Card>
  )
}
