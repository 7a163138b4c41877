import { Link, useRouter } from '@tanstack/react-router'
import { type FailedPayment, failedPaymentsQuery, useAnswers } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { INVOICE_PATH } from '@/shared/lib/farmPaths'
import { dollarsOf } from '@/shared/lib/money'
import { counted } from '@/shared/lib/numbers'
import type { Paged } from '@/shared/lib/paging'
import { EmptyState } from '@/shared/ui/EmptyState'
import { ListHead, ListResults } from '@/shared/ui/List'
import { ListTable, listCells, OpeningRow } from '@/shared/ui/ListTable'
import { Cell, RowHead } from '@/shared/ui/Table'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './Work.module.css'

interface Props {
  params: Paged
  onChange: (part: Partial<Paged>, entry?: HistoryEntry) => void
}

/** The open invoices of all farms whose saved card was charged in vain, the oldest first. */
export function FailedPayments({ params, onChange }: Props) {
  usePageTitle('Failed payments')
  const list = useAnswers(failedPaymentsQuery(params))
  return (
    <>
      <ListHead title="Failed payments" />
      <p className={classes.note}>
        A card that fails is tried again after one, three and seven days, and the farm is told each time. Then somebody
        has to speak with the farm.
      </p>
      <ListResults
        nouns="failed payments"
        list={list}
        asked={params}
        said={(total) => counted(total, 'failed payment')}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={
          <EmptyState drawing="water" title="No payment has failed.">
            <p>An invoice whose saved card could not be charged is listed here until it is paid or void.</p>
          </EmptyState>
        }
      >
        {(rows: FailedPayment[]) => (
          <ListTable columns={['Farm', 'Invoice', 'Amount', 'Since', 'Next try']} figures={['Amount']}>
            {rows.map((one) => (
              <PaymentRow key={one.invoice} payment={one} />
            ))}
          </ListTable>
        )}
      </ListResults>
    </>
  )
}

function PaymentRow({ payment }: { payment: FailedPayment }) {
  const { farm, farmName, invoice, number, title, total, createdAt, attempts, nextAttemptAt, trouble } = payment
  const page = { to: INVOICE_PATH.farms, params: { farmId: farm, invoice } }
  return (
    <OpeningRow href={useRouter().buildLocation(page).href}>
      <RowHead className={listCells.name}>
        <Link to="/farms/$farmId" params={{ farmId: farm }}>
          {farmName || farm}
        </Link>
      </RowHead>
      <Cell>
        <Link {...page}>{title}</Link> <span className={classes.more}>{number}</span>
      </Cell>
      <Cell className={listCells.figure}>{dollarsOf(total)}</Cell>
      <Cell data-label="Since">
        {formatInstant(createdAt)}
        <span className={classes.more}>
          {counted(attempts, 'try', 'tries')}. {trouble}
        </span>
      </Cell>
      <Cell data-label="Next try">{nextAttemptAt ? formatInstant(nextAttemptAt) : 'none'}</Cell>
    </OpeningRow>
  )
}
