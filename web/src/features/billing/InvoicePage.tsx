import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { errorMessage, farmQuery, type Invoice, invoicePdf, invoiceQuery, isMissing, payInvoice, useMay } from '@/api'
import { type FarmSection, INVOICES_PATH } from '@/shared/lib/farmPaths'
import { dollarsOf } from '@/shared/lib/money'
import { saveFile } from '@/shared/lib/saveFile'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { CostLines } from '@/shared/ui/CostLines'
import { Facts } from '@/shared/ui/Facts'
import { Failure } from '@/shared/ui/Failure'
import { FarmFailure } from '@/shared/ui/FarmFailure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { lazy } from '@/shared/ui/lazy'
import { Notice } from '@/shared/ui/Notice'
import { Loading } from '@/shared/ui/Skeleton'
import { Standing } from '@/shared/ui/Standing'
import classes from './Billing.module.css'
import { MoneyMoves } from './MoneyMoves'
import { payingOf, rememberPaying } from './paying'
import { dayOf, historyOf, stateOf } from './words'

const Outcome = lazy(() => import('./Outcome'))

interface Props {
  section: FarmSection
  farmId: string
  invoiceId: string
}

/** An invoice: its lines and total, where it stands, and the payment (FARM-6). */
export function InvoicePage({ section, farmId, invoiceId }: Props) {
  const of = useQuery(farmQuery(farmId))
  const farm = of.data
  const invoice = useQuery(invoiceQuery(farmId, invoiceId))
  const { data, error } = invoice
  if (of.isError && !farm && error) return <FarmFailure section={section} farmId={farmId} title="Invoice" query={of} />
  return (
    <>
      <FarmHeading
        section={section}
        farmId={farmId}
        farmName={farm?.name ?? ''}
        title={data ? `Invoice ${data.number}` : 'Invoice'}
      />
      {invoice.isPending && <Loading height={320} shape="card" />}
      {data && <Loaded key={data._id} section={section} invoice={data} timeZone={farm?.timeZone} />}
      {!data && isMissing(error) && (
        <Card>
          <p>This farm has no such invoice.</p>
          <Link to={INVOICES_PATH[section]} params={{ farmId }}>
            All invoices
          </Link>
        </Card>
      )}
      {error && !isMissing(error) && (
        <Failure query={{ ...invoice, from: invoice.dataUpdatedAt }} timeZone={farm?.timeZone} />
      )}
    </>
  )
}

interface LoadedProps {
  section: FarmSection
  invoice: Invoice
  timeZone?: string
}

function Loaded({ section, invoice, timeZone }: LoadedProps) {
  const [paying, setPaying] = useState(() => section === 'manage' && payingOf(invoice.farm) === invoice._id)
  const { title, billTo, lines, number, createdAt, dueAt, state } = invoice
  const facts = [
    { label: 'State', value: <Standing waits={state === 'open'}>{stateOf(invoice)}</Standing> },
    { label: 'Date', value: dayOf(createdAt, timeZone) },
    ...(state === 'open' ? [{ label: 'Due', value: dayOf(dueAt, timeZone) }] : []),
    { label: 'Billed to', value: billTo.join(', ') },
  ]
  return (
    <>
      {paying && (
        <div className={classes.notice}>
          <Suspense>
            <Outcome farmId={invoice.farm} invoiceId={invoice._id} wentToPay onDismiss={() => setPaying(false)} />
          </Suspense>
        </div>
      )}
      <div className={classes.panels}>
        <Card title={title}>
          <CostLines lines={lines} />
          {section === 'manage' ? (
            <Payment invoice={invoice} onPaying={() => setPaying(true)} />
          ) : (
            <MoneyMoves invoice={invoice} />
          )}
        </Card>
        <div className={classes.side}>
          <Card title={number} action={<Download invoice={invoice} />}>
            <Facts facts={facts} />
          </Card>
          <Card title="History">
            <Facts facts={historyOf(invoice, timeZone)} />
          </Card>
        </div>
      </div>
    </>
  )
}

/** What the farm can do to pay. */
function Payment({ invoice, onPaying }: { invoice: Invoice; onPaying: () => void }) {
  const router = useRouter()
  const client = useQueryClient()
  const { _id, farm, number, total, pay: how, automatic, provider, attempts } = invoice
  const pay = useMutation({
    mutationFn: () => payInvoice(farm, _id),
    onSuccess: ({ url }) => {
      rememberPaying(farm, _id)
      void client.invalidateQueries({ queryKey: farmQuery(farm).queryKey })
      if (url.startsWith('/')) return router.navigate({ href: url })
      // The provider's page does not lead back here; a person who returns on their own sees what became of the payment.
      onPaying()
      window.location.assign(url)
    },
    // Somebody else may have paid or voided it.
    onError: () => client.invalidateQueries(invoiceQuery(farm, _id)),
  })
  const may = useMay('change')
  if (how === 'none') return null
  if (how === 'transfer') {
    return (
      <div className={classes.actions}>
        <Notice kind="info">
          Please transfer {dollarsOf(total)} with {number} as the reference. The payment is recorded here once it has
          arrived.
        </Notice>
      </div>
    )
  }
  if (!may) return null
  return (
    <div className={classes.actions}>
      {automatic && provider === 'stripe' && attempts === 0 && <p>Your saved card is charged automatically.</p>}
      <div className={classes.buttons}>
        <AskFirst label={`Pay ${dollarsOf(total)}`} action={`Pay ${dollarsOf(total)}`} variant="primary" work={pay}>
          {how === 'page'
            ? `You will pay invoice ${number} on the page of our payment provider.`
            : `Invoice ${number} will be paid now.`}
        </AskFirst>
      </div>
      {how === 'page' && (
        <p>
          You pay on the page of our payment provider. Come back here afterwards: this page says when the payment has
          arrived.
        </p>
      )}
    </div>
  )
}

function Download({ invoice: { farm, _id, number } }: { invoice: Invoice }) {
  const fetching = useMutation({
    mutationFn: () => invoicePdf(farm, _id),
    onSuccess: (file) => saveFile(`invoice-${number}.pdf`, file),
  })
  return (
    <>
      <Button variant="plain" loading={fetching.isPending} onClick={() => fetching.mutate()}>
        Download PDF
      </Button>
      {fetching.isError && <Notice kind="error">{errorMessage(fetching.error)}</Notice>}
    </>
  )
}
