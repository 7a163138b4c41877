import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { farmQuery, type Invoice, type InvoicesParams, invoicesQuery, useAnswers } from '@/api'
import { type FarmSection, INVOICE_PATH } from '@/shared/lib/farmPaths'
import { dollarsOf } from '@/shared/lib/money'
import { counted } from '@/shared/lib/numbers'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FarmFailure } from '@/shared/ui/FarmFailure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { LimitPill } from '@/shared/ui/LimitPill'
import { ListControls, ListResults } from '@/shared/ui/List'
import { ListTable, listCells, OpeningRow } from '@/shared/ui/ListTable'
import { PillSelect } from '@/shared/ui/PillSelect'
import { Standing } from '@/shared/ui/Standing'
import { Cell, RowHead } from '@/shared/ui/Table'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import { dayOf, STATES, stateOf } from './words'

interface Props {
  section: FarmSection
  farmId: string
  /** What is asked for; lives in the URL. */
  params: InvoicesParams
  onChange: (part: Partial<InvoicesParams>, entry?: HistoryEntry) => void
}

/** The invoices of a farm, newest first. */
export function InvoiceList({ section, farmId, params, onChange }: Props) {
  const of = useQuery(farmQuery(farmId))
  const farm = of.data
  const invoices = useAnswers(invoicesQuery(farmId, params))
  const { state = '' } = params
  const filter = (part: Partial<InvoicesParams>) => onChange({ ...part, page: 1 })
  // The invoices of a farm that is gone stay; a farm that never was has none in any state.
  const gone = of.isError && !farm && invoices.data?.items.total === 0
  const any = useQuery({ ...invoicesQuery(farmId, { limit: params.limit, page: 1 }), enabled: gone && state !== '' })
  if (gone && (state === '' || any.data?.items.total === 0)) {
    return <FarmFailure section={section} farmId={farmId} title="Invoices" query={of} />
  }
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title="Invoices" />
      <ListControls>
        <PillSelect label="State" value={state} choices={STATES} onChange={(next) => filter({ state: next })} />
        <LimitPill value={params.limit} onChange={(limit) => filter({ limit })} />
      </ListControls>
      <ListResults
        nouns="invoices"
        list={invoices}
        asked={params}
        said={(total) => counted(total, 'invoice')}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={
          <EmptyState drawing="water" title={state ? 'No invoice is in that state.' : 'No invoices yet.'}>
            <p>{state ? 'Choose another state to see the others.' : "The farm's invoices will appear here."}</p>
          </EmptyState>
        }
      >
        {(rows: Invoice[]) => (
          <ListTable columns={['Invoice', 'Number', 'Date', 'State', 'Total']} figures={['Total']}>
            {rows.map((invoice) => (
              <InvoiceRow key={invoice._id} invoice={invoice} section={section} timeZone={farm?.timeZone} />
            ))}
          </ListTable>
        )}
      </ListResults>
    </>
  )
}

function InvoiceRow({ invoice, section, timeZone }: { invoice: Invoice; section: FarmSection; timeZone?: string }) {
  const router = useRouter()
  const page = { to: INVOICE_PATH[section], params: { farmId: invoice.farm, invoice: invoice._id } }
  return (
    <OpeningRow href={router.buildLocation(page).href}>
      <RowHead className={listCells.name}>
        <Link {...page}>{invoice.title}</Link>
      </RowHead>
      <Cell className={listCells.muted}>{invoice.number}</Cell>
      <Cell className={listCells.muted}>{dayOf(invoice.createdAt, timeZone)}</Cell>
      <Cell>
        <Standing waits={invoice.state === 'open'}>{stateOf(invoice)}</Standing>
      </Cell>
      <Cell className={listCells.figure}>{dollarsOf(invoice.total)}</Cell>
    </OpeningRow>
  )
}
