import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { farmQuery, type Invoice, invoiceQuery, isMissing, payInvoice, standingQuery } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import { Saved } from '@/shared/ui/Saved'
import classes from './Billing.module.css'
import { forgetPaying } from './paying'

interface Props {
  farmId: string
  invoiceId: string
  /** This tab went to pay it. */
  wentToPay: boolean
  /** Called once the payment is over. */
  onShown?: () => void
  onDismiss: () => void
}

/** How long after a payment another tab is told of it. */
const RECENT_MS = 15 * 60_000

const LOOK_AGAIN_MS = 2_000
const GIVE_UP_MS = 60_000

/** What became of a payment: waits for it, and says so when it gives up. */
export default function Outcome({ farmId, invoiceId, wentToPay, onShown, onDismiss }: Props) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(true)
  const [underWay, setUnderWay] = useState(wentToPay)
  const invoice = useQuery({
    ...invoiceQuery(farmId, invoiceId),
    staleTime: 0,
    refetchInterval: ({ state }) => waiting && state.data?.state === 'open' && LOOK_AGAIN_MS,
  })
  const state = invoice.data?.state
  const over = state !== undefined && state !== 'open'
  useEffect(() => {
    if (state === 'open') setUnderWay(true)
    if (!over) return
    forgetPaying(farmId)
    onShown?.()
  }, [state, over, farmId, onShown])
  useEffect(() => {
    if (!waiting || state !== 'open') return
    const giveUp = setTimeout(() => setWaiting(false), GIVE_UP_MS)
    return () => clearTimeout(giveUp)
  }, [waiting, state])
  useEffect(() => {
    // The payment may have begun the subscription.
    if (state !== 'paid') return
    void client.invalidateQueries({ queryKey: farmQuery(farmId).queryKey, exact: true })
    void client.invalidateQueries({ queryKey: standingQuery(farmId).queryKey })
  }, [state, client, farmId])

  if (!invoice.data) {
    if (!invoice.isError || isMissing(invoice.error)) return null
    return <Failure query={invoice} />
  }
  const recent = invoice.data.paidAt !== null && Date.now() - invoice.data.paidAt < RECENT_MS
  if (over && !underWay && !recent) return null
  if (state === 'paid') return <Saved onDismiss={onDismiss}>Invoice successfully paid!</Saved>
  if (state !== 'open') return <Notice kind="info">{ENDED[state as keyof typeof ENDED](invoice.data)}</Notice>
  const lookAgain = async () => {
    setWaiting(true)
    // Asking again makes the server check with the provider at once; the invoice shows the result.
    if (invoice.data.pay === 'page') await payInvoice(farmId, invoiceId).catch(() => undefined)
    await invoice.refetch()
  }
  return <Waiting invoice={invoice.data} still={waiting} onLookAgain={lookAgain} />
}

const ENDED: Record<'void' | 'refunded', (invoice: Invoice) => ReactNode> = {
  void: ({ number }) => `Invoice ${number} is void. There is nothing to pay, and anything paid for it is refunded.`,
  refunded: ({ number }) => `Invoice ${number} was refunded.`,
}

interface WaitingProps {
  invoice: Invoice
  still: boolean
  onLookAgain: () => void
}

function Waiting({ invoice, still, onLookAgain }: WaitingProps) {
  return (
    <Notice kind="info">
      <div className={classes.row} role="status">
        {still ? (
          <span>Waiting for confirmation that invoice {invoice.number} is paid. This usually takes a few seconds.</span>
        ) : (
          <>
            <span>
              We have not heard yet that invoice {invoice.number} is paid. If you have paid, please do not pay again:
              confirmation can take a while.
            </span>
            <Button variant="plain" onClick={onLookAgain}>
              Check again
            </Button>
          </>
        )}
      </div>
    </Notice>
  )
}
