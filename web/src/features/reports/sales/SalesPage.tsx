import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import {
  type Farm,
  farmQuery,
  May,
  type Sales,
  type SalesFigure,
  type SalesRequest,
  type Sold,
  salesQuery,
  useAnswers,
} from '@/api'
import { csvName, saveCsv } from '@/shared/lib/csv'
import { formatRange, todayAt } from '@/shared/lib/days'
import { type FarmSection, RECORD_PATH } from '@/shared/lib/farmPaths'
import { amountOf } from '@/shared/lib/money'
import { exact } from '@/shared/lib/numbers'
import { RANGES, type RangeKey, rangeProblem } from '@/shared/lib/ranges'
import { AreaSelect } from '@/shared/ui/AreaSelect'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { DayPill } from '@/shared/ui/DayPill'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FactTable } from '@/shared/ui/FactTable'
import { Failure } from '@/shared/ui/Failure'
import { FarmFailure } from '@/shared/ui/FarmFailure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { lazy } from '@/shared/ui/lazy'
import { Opens } from '@/shared/ui/Opens'
import { Sheet } from '@/shared/ui/Sheet'
import { Loading } from '@/shared/ui/Skeleton'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import { DateControl } from '../DateControl'
import { labelOf } from '../model'
import { cardsWords } from '../paper'
import layout from '../QuestionPage.module.css'
import { usePhone } from '../usePhone'
import { amounts, fileOf, missingWords, NO_BUYER, perDozen, sumWords } from './words'

const SoldHarvests = lazy(() => import('./SoldHarvests'))

export interface SalesSearch {
  /** Id of a growing area; empty for all. */
  area: string
  dates: RangeKey
  from?: string
  to?: string
  /** As known at the end of this day. */
  known?: string
}

interface Props {
  section: FarmSection
  farmId: string
  search: SalesSearch
  onChange: (part: Partial<SalesSearch>, entry?: HistoryEntry) => void
}

/** What harvests were sold for: in all, by buyer and by growing area. */
export function SalesPage({ section, farmId, search, onChange }: Props) {
  const asked = useQuery(farmQuery(farmId))
  const farm = asked.data
  const request = farm ? requestOf(search, farm) : null
  const sales = useAnswers(salesQuery(farmId, request))
  const { data } = sales
  if (asked.isError && !farm) return <FarmFailure section={section} farmId={farmId} title="Sales" query={asked} />
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title="Sales" />
      {farm && <Questions farm={farm} search={search} onChange={onChange} />}
      {Boolean(sales.error) && <Failure query={sales} timeZone={farm?.timeZone} />}
      {!data && sales.isPending && request && <Loading words="Loading the sales..." height={480} shape="card" />}
      {data && farm && request && (
        <div className={layout.page} aria-busy={sales.isFetching} data-stale={sales.stale}>
          <p className="paper-only">
            {cardsWords(farm, search.area, formatRange(data.startDate, data.endDate), request.knownOn)}
          </p>
          {data.all.harvests === 0 && data.areas.length === 0 ? (
            <EmptyState drawing="water" title="Nothing was harvested in these days.">
              <p>
                Choose other dates
                <May do="record">
                  , or{' '}
                  <Link to={RECORD_PATH[section]} params={{ farmId }} search={{ activity: 'harvest' }}>
                    record a harvest
                  </Link>{' '}
                  with its buyer and price
                </May>
                .
              </p>
            </EmptyState>
          ) : (
            <Found sales={data} farm={farm} section={section} request={request} />
          )}
        </div>
      )}
    </>
  )
}

/** The question to the server; null while a custom range is not complete. */
function requestOf({ area, dates, from, to, known }: SalesSearch, farm: Farm): SalesRequest | null {
  const custom = dates === 'custom'
  if (custom && rangeProblem(from, to, todayAt(farm))) return null
  return {
    activeLease: area || 'All',
    dateRange: labelOf(RANGES, dates),
    startDate: (custom && from) || '',
    endDate: (custom && to) || '',
    knownOn: known ?? '',
  }
}

function Questions({ farm, search, onChange }: { farm: Farm } & Pick<Props, 'search' | 'onChange'>) {
  const phone = usePhone()
  return (
    <div className={`${layout.controls} no-print`}>
      <AreaSelect leases={farm.leases} value={search.area} onChange={(area) => onChange({ area })} />
      <DateControl<RangeKey>
        dates={search.dates}
        from={search.from}
        to={search.to}
        choices={RANGES}
        onChange={onChange}
        today={todayAt(farm)}
        inline={phone}
        more={
          <DayPill
            label="As known on"
            value={search.known ?? ''}
            onChange={(day, entry) => onChange({ known: day || undefined }, entry)}
          />
        }
      />
    </div>
  )
}

interface FoundProps {
  sales: Sales
  farm: Farm
  section: FarmSection
  request: SalesRequest
}

interface Asked {
  name: string
  figure: SalesFigure
}

function Found({ sales, farm, section, request }: FoundProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const open = (name: string, figure: Partial<SalesFigure>) => setAsked({ name, figure: { ...request, ...figure } })
  const { all, buyers, areas, startDate, endDate } = sales
  const days = formatRange(startDate, endDate)
  const missing = missingWords(all)
  const file = (what: string) => csvName(farm.name, 'sales', what, startDate, endDate)
  return (
    <>
      <Card title={days}>
        <p className={layout.sum}>{sumWords(all)}</p>
        {all.worth.length > 0 && (
          <FactTable
            columns={[
              { label: 'Currency' },
              { label: 'Value', figures: true },
              { label: 'Animals', figures: true },
              { label: 'Per dozen', figures: true },
            ]}
            rows={all.worth.map(({ currency, cents, animals, perDozenCents }) => ({
              key: currency,
              cells: [
                currency,
                <Opens key="value" onClick={() => open(`Sold in ${currency}`, { currency: currencyOf(currency) })}>
                  {amountOf(cents, currency)}
                </Opens>,
                exact(animals),
                perDozenCents === null ? '' : amountOf(perDozenCents, currency),
              ],
            }))}
          />
        )}
        {missing && (
          <p className={layout.note}>
            {missing}{' '}
            <span className="no-print">
              <Opens onClick={() => open('Without a value', { currency: '' })}>Show them.</Opens>{' '}
              <May do="record">
                The price is entered in{' '}
                <Link to={RECORD_PATH[section]} params={{ farmId: farm._id }} search={{ activity: 'harvest' }}>
                  Record
                </Link>
                , with the harvest.
              </May>
            </span>
          </p>
        )}
      </Card>
      <Table
        title="By buyer"
        first="Buyer"
        rows={buyers.map((one) => ({
          key: one.buyer,
          name: one.buyer || NO_BUYER,
          sold: one,
          figure: { buyer: one.buyer },
        }))}
        file={file('buyers')}
        onOpen={open}
      />
      <Table
        title="By growing area"
        first="Growing area"
        rows={areas.map((one) => ({
          key: one.leaseId,
          name: one.area,
          sold: one,
          figure: { activeLease: one.leaseId },
        }))}
        file={file('areas')}
        onOpen={open}
      />
      <Sheet title={asked?.name ?? ''} wide open={asked !== null} onClose={() => setAsked(null)}>
        {asked && (
          <Suspense fallback={<Loading height={240} shape="card" />}>
            <SoldHarvests farm={farm} section={section} {...asked} />
          </Suspense>
        )}
      </Sheet>
    </>
  )
}

const CURRENCIES = ['USD', 'CAD', 'MXN', 'AUD'] as const

/** A currency as the question names it. */
const currencyOf = (text: string) => CURRENCIES.find((known) => known === text)

interface TableProps {
  title: string
  first: string
  rows: readonly { key: string; name: string; sold: Sold; figure: Partial<SalesFigure> }[]
  file: string
  onOpen: (name: string, figure: Partial<SalesFigure>) => void
}

function Table({ title, first, rows, file, onOpen }: TableProps) {
  const lines = (words: readonly string[]) => words.map((one) => <div key={one}>{one}</div>)
  return (
    <Card
      title={title}
      action={
        <span className="no-print">
          <Button
            variant="quiet"
            icon={<IconDownload size={18} aria-hidden />}
            onClick={() => saveCsv(file, fileOf(first, rows))}
          >
            CSV
          </Button>
        </span>
      }
    >
      <FactTable
        columns={[
          { label: first },
          { label: 'Harvests', figures: true },
          { label: 'Animals', figures: true },
          { label: 'Value', figures: true },
          { label: 'Per dozen', figures: true },
        ]}
        rows={rows.map(({ key, name, sold, figure }) => ({
          key,
          cells: [
            name,
            exact(sold.harvests),
            <Opens key="animals" aria-label={`${exact(sold.animals)}, ${name}`} onClick={() => onOpen(name, figure)}>
              {exact(sold.animals)}
            </Opens>,
            sold.worth.length > 0 ? lines(amounts(sold)) : 'Not known',
            lines(perDozen(sold)),
          ],
        }))}
      />
    </Card>
  )
}
