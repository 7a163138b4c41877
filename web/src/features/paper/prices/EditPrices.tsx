import { useQueryClient } from '@tanstack/react-query'
import { type Prices, pricesQuery, setPrices } from '@/api'
import { EditForm, type EditProps, useEditForm } from '@/forms'
import { dayIn, formatDay, isDay } from '@/shared/lib/days'
import { Check } from '@/shared/ui/Check'
import { Field } from '@/shared/ui/Field'
import fields from '@/shared/ui/Fields.module.css'
import { Changes } from './Changes'
import { EditPrinters } from './EditPrinters'
import classes from './Prices.module.css'
import { printerProblems, readPrinters, storedPrinters, type TypedPrinter, typedPrinters } from './printers'
import {
  changesOf,
  figureProblems,
  figuresOf,
  figureText,
  GROUPS,
  KEPT_PRICES,
  listOf,
  printerText,
  ROWS,
  readFigure,
  type Sold,
  typedOf,
  withFigures,
} from './rows'

/** The printers, the figures by key, and the day from which they apply. */
type Figures = Record<string, number | string | Sold[]>

interface Form {
  from: string
  sure: boolean
  printers: TypedPrinter[]
  texts: Record<string, string>
}

/** The version of the price list is the number of lists there have been. */
function storedOf(history: Prices[]) {
  const newest = history[0] as Prices
  const values: Figures = { ...figuresOf(newest), printers: storedPrinters(newest.printers), from: dayIn('UTC') }
  return { values, version: history.length }
}

const unitOf = (key: string) => ROWS.find((row) => row.key === key)?.unit ?? 'money'
const readAll = (texts: Form['texts']) =>
  Object.fromEntries(ROWS.map(({ key, unit }) => [key, readFigure(unit, texts[key] ?? '')]))

const SHAPE = {
  open: ({ from, printers, ...figures }: Figures): Form => ({
    from: String(from),
    sure: false,
    printers: typedPrinters(printers as Sold[]),
    texts: Object.fromEntries(
      Object.entries(figures).map(([key, figure]) => [key, typedOf(unitOf(key), Number(figure))]),
    ),
  }),
  close: ({ from, printers, texts }: Form): Figures => ({ ...readAll(texts), printers: readPrinters(printers), from }),
}

/** New prices from a certain day: says what changes, and asks for confirmation before sending. */
export default function EditPrices({ history, ...ends }: EditProps & { history: Prices[] }) {
  const client = useQueryClient()
  const newest = history[0] as Prices
  const form = useEditForm({
    name: KEPT_PRICES,
    record: storedOf(history),
    shape: SHAPE,
    problems: ({ from, sure, printers, texts }) => ({
      ...(isDay(from) && from >= dayIn('UTC') ? {} : { from: 'Prices can change from today on, not before' }),
      ...printerProblems(printers),
      ...figureProblems(
        ROWS.map(({ key, unit }) => ({ path: `texts.${key}`, unit, figure: readFigure(unit, texts[key] ?? '') })),
      ),
      ...(sure ? {} : { sure: 'Please confirm the change.' }),
    }),
    pathOf: (name) =>
      name === 'from' ? name : name.startsWith('printers') ? 'printers' : `texts.${name.replaceAll('.', ':')}`,
    send: (_, version, { mine: { from, printers, ...figures }, key }) => {
      const all = client.getQueryData(pricesQuery.queryKey)?.data ?? history
      // The newest list when the form was opened, whatever has come since.
      const basedOn = all[all.length - version]?._id ?? ''
      const prices = withFigures(listOf(newest), figures as Record<string, number>)
      return setPrices({ ...prices, printers: printers as Sold[], from: String(from), basedOn }, key)
    },
    reload: async () => storedOf((await client.fetchQuery({ ...pricesQuery, staleTime: 0 })).data),
    onAnswer: () => client.invalidateQueries({ queryKey: pricesQuery.queryKey }),
    ...ends,
  })
  const { from, printers, texts } = form.values
  const after = { ...withFigures(listOf(newest), readAll(texts)), printers: readPrinters(printers) }
  const changes = changesOf(newest, after)
  const sure = form.error('sure')
  return (
    <EditForm
      form={form}
      name="Edit Price list"
      what="price list"
      labelOf={labelOf}
      textOf={textOf}
      save="Change the prices"
      cancel
      takesFocus
    >
      <div className={fields.fields}>
        <Field {...form.field('from')} label="From (UTC)" type="date" min={dayIn('UTC')} />
      </div>
      <EditPrinters
        printers={printers}
        field={(path) => form.field(path as `printers.${number}.name`)}
        error={form.error('printers')}
        onChange={(next) => form.set({ printers: next })}
      />
      {GROUPS.map((group) => (
        <fieldset key={group} className={classes.group}>
          <legend>{group}</legend>
          <div className={fields.fields}>
            {ROWS.filter((row) => row.group === group).map(({ key, label, unit }) => (
              <Field
                key={key}
                {...form.field(`texts.${key}`)}
                label={unit === 'percent' ? `${label}, %` : label}
                inputMode="decimal"
              />
            ))}
          </div>
        </fieldset>
      ))}
      <section aria-label="What changes" className={classes.review}>
        <h3>{isDay(from) ? `What changes from ${formatDay(from)}` : 'What changes'}</h3>
        {changes.length === 0 ? <p>Nothing yet.</p> : <Changes changes={changes} />}
        <p className={classes.note}>Invoices already issued keep their prices.</p>
        {sure && (
          <p role="alert" data-problem tabIndex={-1} className={classes.problem}>
            {sure}
          </p>
        )}
        <Check {...form.check('sure')} type="checkbox" shape="line" label="These prices are correct" />
      </section>
    </EditForm>
  )
}

function labelOf(key: string): string {
  if (key === 'printers') return 'Printers'
  const row = ROWS.find((one) => one.key === key)
  return row ? `${row.group}, ${row.label}` : 'From'
}

function textOf(key: string, value: unknown): string {
  if (key === 'from') return formatDay(String(value))
  return key === 'printers' ? (value as Sold[]).map(printerText).join('; ') : figureText(unitOf(key), Number(value))
}
