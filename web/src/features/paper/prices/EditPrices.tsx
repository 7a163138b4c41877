import { useQueryClient } from '@tanstack/react-query'
import { type Prices, pricesQuery, setPrices } from '@/api'
import { EditForm, type EditProps, useEditForm } from '@/forms'
import { formatDay, isDay, today } from '@/shared/lib/days'
import { Check } from '@/shared/ui/Check'
import { Field } from '@/shared/ui/Field'
import fields from '@/shared/ui/Fields.module.css'
import { Changes } from './Changes'
import classes from './Prices.module.css'
import {
  changesOf,
  figureProblems,
  figuresOf,
  figureText,
  groupsOf,
  KEPT_PRICES,
  listOf,
  readFigure,
  rowsOf,
  typedOf,
  withFigures,
} from './rows'

/** The figures by their keys, and the day from which they count. */
type Figures = Record<string, number | string>

interface Form {
  from: string
  sure: boolean
  texts: Record<string, string>
}

/** The version of a price list is how many there are. */
function storedOf(history: Prices[]) {
  const newest = history[0] as Prices
  return { values: { ...figuresOf(newest), from: today('UTC') } as Figures, version: history.length }
}

/** New prices from a day on: what changes is said, and confirmed before it is sent. */
export default function EditPrices({ history, ...ends }: EditProps & { history: Prices[] }) {
  const client = useQueryClient()
  const newest = history[0] as Prices
  const rows = rowsOf(newest)
  const unitOf = (key: string) => rows.find((row) => row.key === key)?.unit ?? 'money'
  const readAll = (texts: Form['texts']) =>
    Object.fromEntries(rows.map(({ key, unit }) => [key, readFigure(unit, texts[key] ?? '')]))
  const form = useEditForm({
    name: KEPT_PRICES,
    record: storedOf(history),
    shape: {
      open: ({ from, ...figures }: Figures): Form => ({
        from: String(from),
        sure: false,
        texts: Object.fromEntries(
          Object.entries(figures).map(([key, figure]) => [key, typedOf(unitOf(key), Number(figure))]),
        ),
      }),
      close: ({ from, texts }: Form): Figures => ({ ...readAll(texts), from }),
    },
    problems: ({ from, sure, texts }) => ({
      ...(isDay(from) && from >= today('UTC') ? {} : { from: 'Prices can change from today on, not before' }),
      ...figureProblems(rows, texts),
      ...(sure ? {} : { sure: 'Please confirm the change.' }),
    }),
    pathOf: (name) => (name === 'from' ? name : `texts.${name.replaceAll('.', ':')}`),
    send: (_, version, { mine: { from, ...figures }, key }) => {
      const all = client.getQueryData(pricesQuery.queryKey)?.data ?? history
      // The newest when the form began, whatever came since.
      const basedOn = all[all.length - version]?._id ?? ''
      const prices = withFigures(listOf(newest), figures as Record<string, number>)
      return setPrices({ ...prices, from: String(from), basedOn }, key)
    },
    reload: async () => storedOf((await client.fetchQuery({ ...pricesQuery, staleTime: 0 })).data),
    onAnswer: () => client.invalidateQueries({ queryKey: pricesQuery.queryKey }),
    ...ends,
  })
  const { from, texts } = form.values
  const changes = changesOf(newest, withFigures(listOf(newest), readAll(texts)))
  const sure = form.error('sure')
  return (
    <EditForm
      form={form}
      name="Edit Price list"
      what="price list"
      labelOf={labelOf}
      textOf={(key, value) => (key === 'from' ? formatDay(String(value)) : figureText(unitOf(key), Number(value)))}
      save="Change the prices"
      cancel
      takesFocus
    >
      <div className={fields.fields}>
        <Field {...form.field('from')} label="From (UTC)" type="date" min={today('UTC')} />
      </div>
      {groupsOf(rows).map((group) => (
        <fieldset key={group} className={classes.group}>
          <legend>{group}</legend>
          <div className={fields.fields}>
            {rows
              .filter((row) => row.group === group)
              .map(({ key, label, unit }) => (
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
        <p className={classes.note}>What was invoiced keeps the prices of its day.</p>
        {sure && (
          <p role="alert" data-problem tabIndex={-1} className={classes.problem}>
            {sure}
          </p>
        )}
        <Check {...form.check('sure')} type="checkbox" shape="line" label="These prices are right" />
      </section>
    </EditForm>
  )

  function labelOf(key: string): string {
    const row = rows.find((one) => one.key === key)
    return row ? `${row.group}, ${row.label}` : 'From'
  }
}
