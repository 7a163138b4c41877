import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type Invoice, myUserQuery } from '@/api'
import { FormSheet } from '@/forms'
import { mayAny } from '@/shared/lib/roles'
import { Button } from '@/shared/ui/Button'
import { lazy } from '@/shared/ui/lazy'
import { Notice } from '@/shared/ui/Notice'
import { Saved } from '@/shared/ui/Saved'
import classes from './Billing.module.css'
import { MOVES, type Move } from './moves'

const EditMoney = lazy(() => import('./EditMoney'))

/** What people who set prices can do with an invoice: record a payment, or refund it. */
export function MoneyMoves({ invoice }: { invoice: Invoice }) {
  const me = useQuery(myUserQuery).data
  const [asked, setAsked] = useState<Move | null>(null)
  const [done, setDone] = useState('')
  const move: Move | null =
    invoice.state === 'open' ? 'payment' : invoice.state === 'paid' && !invoice.refunding ? 'refund' : null
  const may = me !== undefined && mayAny(me, 'pricing')
  return (
    <div className={classes.actions}>
      {done && <Saved onDismiss={() => setDone('')}>{done}</Saved>}
      {move && may && (
        <div className={classes.buttons}>
          <Button variant="plain" onClick={() => setAsked(move)}>
            {MOVES[move].action}
          </Button>
        </div>
      )}
      {move && me && !may && (
        <Notice kind="info">Only people who set prices can record payments and refunds here.</Notice>
      )}
      <FormSheet title={asked ? MOVES[asked].title(invoice) : ''} open={asked !== null} onClose={() => setAsked(null)}>
        <Suspense>
          {asked && (
            <EditMoney
              invoice={invoice}
              move={asked}
              onClose={() => setAsked(null)}
              onSaved={() => {
                setDone(MOVES[asked].done)
                setAsked(null)
              }}
            />
          )}
        </Suspense>
      </FormSheet>
    </div>
  )
}
