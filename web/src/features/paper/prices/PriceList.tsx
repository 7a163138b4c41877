import { useQuery } from '@tanstack/react-query'
import { myUserQuery, type Prices, pricesQuery } from '@/api'
import { EditableCard } from '@/forms'
import { formatDay, formatInstant } from '@/shared/lib/days'
import { dollarsOf } from '@/shared/lib/money'
import { mayAny } from '@/shared/lib/roles'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'
import { FactTable } from '@/shared/ui/FactTable'
import { Failure } from '@/shared/ui/Failure'
import { ListHead } from '@/shared/ui/List'
import { lazy } from '@/shared/ui/lazy'
import { Loading } from '@/shared/ui/Skeleton'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import { Changes } from './Changes'
import classes from './Prices.module.css'
import {
  changesOf,
  figureOf,
  figureText,
  GROUPS,
  KEPT_PRICES,
  PRINTER_COSTS,
  printerKind,
  ROWS,
  type Sold,
} from './rows'

const EditPrices = lazy(() => import('./EditPrices'))

/** The prices of the subscription: the list in force, those to come, and past ones. */
export function PriceList() {
  usePageTitle('Prices')
  const prices = useQuery(pricesQuery)
  return (
    <>
      <ListHead title="Prices" />
      {prices.data && <Lists history={prices.data.data} />}
      {prices.isPending && <Loading height={480} shape="card" />}
      {prices.isError && !prices.data && <Failure query={prices} />}
    </>
  )
}

function Lists({ history }: { history: Prices[] }) {
  const { data: me } = useQuery(myUserQuery)
  const mayPrice = me !== undefined && mayAny(me, 'pricing')
  const inForce = history.find((one) => one.inForce)
  return (
    <div className={classes.lists}>
      <EditableCard
        title="Price list"
        kept={KEPT_PRICES}
        form={mayPrice ? (ends) => <EditPrices history={history} {...ends} /> : undefined}
      >
        {inForce && <Standing prices={inForce} />}
      </EditableCard>
      <Card title="Changes">
        <FactTable
          columns={[{ label: 'From' }, { label: 'State' }, { label: 'Set by' }, { label: 'What changed' }]}
          rows={history.map((one, at) => ({ key: one._id, cells: changeCells(one, history[at + 1]) }))}
        />
      </Card>
    </div>
  )
}

function stateOf({ inForce, from }: Prices): string {
  if (inForce) return 'In force'
  return from > new Date().toISOString().slice(0, 10) ? 'To come' : 'Past'
}

function changeCells(one: Prices, before: Prices | undefined) {
  const changes = before ? changesOf(before, one) : []
  return [
    one.from ? formatDay(one.from) : 'The beginning',
    stateOf(one),
    one.username ? `${one.username}, ${formatInstant(one.createdAt)}` : 'The first list',
    changes.length === 0 ? 'Nothing' : <Changes key="changes" changes={changes} />,
  ]
}

function Standing({ prices }: { prices: Prices }) {
  return (
    <div className={classes.groups}>
      <p className={classes.note}>
        {prices.from ? `In force since ${formatDay(prices.from)}. ` : ''}In US dollars, before tax.
      </p>
      {prices.printers.map((printer) => (
        <section key={printer.name} aria-label={printer.name}>
          <h3>{printer.name}</h3>
          <Facts facts={printerFacts(printer)} />
        </section>
      ))}
      {GROUPS.map((group) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          <Facts
            facts={ROWS.filter((row) => row.group === group).map(({ key, label, unit }) => ({
              label,
              value: figureText(unit, figureOf(prices, key)),
            }))}
          />
        </section>
      ))}
    </div>
  )
}

function printerFacts(printer: Sold) {
  return [
    { label: 'Type', value: printerKind(printer) },
    ...PRINTER_COSTS.flatMap(({ key, label }) => {
      const cents = printer[key]
      // In Australia most cost the same as elsewhere.
      return key === 'australiaCost' && !cents ? [] : [{ label, value: dollarsOf(cents ?? 0) }]
    }),
  ]
}
