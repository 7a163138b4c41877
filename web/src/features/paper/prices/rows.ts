import { limits, type NewPrices, type Prices } from '@/api'
import type { Problems } from '@/forms'
import { centsOf, dollarsOf } from '@/shared/lib/money'
import { exact, percent } from '@/shared/lib/numbers'
import { COUNTRIES } from '@/shared/lib/places'
import { paperName, ROLLS } from '../shared/names'

/** The name under which the form is kept. */
export const KEPT_PRICES = 'prices'

export type List = Omit<NewPrices, 'from' | 'basedOn'>

/** A printer in the catalogue. */
export type Sold = List['printers'][number]

export const PRINTER_COSTS = [
  { key: 'cost', label: 'With paper' },
  { key: 'printerOnlyCost', label: 'Printer only' },
  { key: 'australiaCost', label: 'With paper, in Australia' },
] as const

/** "Mobile, every paper" */
export const printerKind = ({ type, everyPaper }: Pick<Sold, 'type' | 'everyPaper'>) =>
  everyPaper ? `${paperName(type)}, every paper` : paperName(type)

/** "TSC DA220 (Mobile, every paper; $500.00 with paper, $600.00 printer only)" */
export const printerText = (one: Sold) =>
  `${one.name} (${printerKind(one)}; ${dollarsOf(one.cost)} with paper, ${dollarsOf(one.printerOnlyCost)} printer only)`

type Unit = 'money' | 'rolls' | 'tags' | 'percent'

interface Row {
  /** Its path in the list, with colons because a form treats a dot as a step. */
  key: string
  group: string
  label: string
  unit: Unit
}

const money = (group: string, key: string, label: string): Row => ({ key, group, label, unit: 'money' })

/** Every figure in a price list except its printers', in the order of the screen. */
export const ROWS: Row[] = [
  ...Object.keys(ROLLS).flatMap((roll): Row[] => {
    const at = `paperCosts:${roll}`
    const group = `${paperName(roll)} paper`
    return [
      money(group, `${at}:cost`, 'A pack'),
      money(group, `${at}:distributorCost`, 'A pack, with the paper discount'),
      { key: `${at}:rollsPerPack`, group, label: 'Rolls in a pack', unit: 'rolls' },
      { key: `${at}:tagCountPerRoll`, group, label: 'Tags on a roll', unit: 'tags' },
    ]
  }),
  money('Shipping', 'paperCosts:shipping:mobilePaper', 'Mobile'),
  money('Shipping', 'paperCosts:shipping:industrialPaper', 'Industrial'),
  money('Shipping', 'paperCosts:shipping:ausShipping', 'Black line mobile'),
  money('Fees', 'taggingSetupFee', 'Tagging setup fee'),
  money('Fees', 'refillSoftwareFee', 'Software fee of a refill'),
  ...COUNTRIES.map((country): Row => ({ key: `taxRates:${country}`, group: 'Tax', label: country, unit: 'percent' })),
]

export const GROUPS = [...new Set(ROWS.map(({ group }) => group))]

type Tree = { [key: string]: Tree | number }

export function figureOf(list: List, key: string): number {
  const at = key
    .split(':')
    .reduce<Tree | number | undefined>(
      (tree, step) => (typeof tree === 'object' ? tree[step] : undefined),
      list as unknown as Tree,
    )
  return typeof at === 'number' ? at : 0
}

/** The list with the figures put in. */
export function withFigures(list: List, figures: Record<string, number>): List {
  const next = structuredClone({ ...list, taxRates: { ...list.taxRates } })
  for (const [key, figure] of Object.entries(figures)) {
    const steps = key.split(':')
    const last = steps.pop() as string
    const parent = steps.reduce<Tree>((tree, step) => tree[step] as Tree, next as unknown as Tree)
    parent[last] = figure
  }
  return next
}

export const figuresOf = (list: List): Record<string, number> =>
  Object.fromEntries(ROWS.map(({ key }) => [key, figureOf(list, key)]))

/** The figure as a person reads it. */
export function figureText(unit: Unit, figure: number): string {
  if (unit === 'money') return dollarsOf(figure)
  return unit === 'percent' ? percent(figure / 100) : exact(figure)
}

/** The figure as it is in an input. */
export const typedOf = (unit: Unit, figure: number) =>
  unit === 'money' || unit === 'percent' ? (figure / 100).toFixed(2) : String(figure)

const MOST: Record<Unit, number> = limits.priceRules

/** -1 for what is not a figure. */
export function readFigure(unit: Unit, text: string): number {
  if (text.trim() === '') return -1
  if (unit === 'money' || unit === 'percent') return centsOf(text.replace(/\s*%$/, '')) ?? -1
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : -1
}

/** What is wrong with figures, by the paths of their inputs. */
export function figureProblems(figures: readonly { path: string; unit: Unit; figure: number }[]): Problems {
  const wrong = figures.filter(
    ({ unit, figure }) => figure < (unit === 'rolls' || unit === 'tags' ? 1 : 0) || figure > MOST[unit],
  )
  return Object.fromEntries(
    wrong.map(({ path, unit }) => [path, `Please enter a number up to ${figureText(unit, MOST[unit])}.`]),
  )
}

const changed = (what: string, unit: Unit, from: number, to: number) =>
  from === to ? [] : [`${what}: ${figureText(unit, from)} to ${figureText(unit, to)}`]

/** "Mobile paper, A pack: $108.00 to $112.00" */
export function changesOf(before: List, after: List): string[] {
  return [
    ...printerChanges(before.printers, after.printers),
    ...ROWS.flatMap(({ key, group, label, unit }) =>
      changed(`${group}, ${label}`, unit, figureOf(before, key), figureOf(after, key)),
    ),
  ]
}

function printerChanges(before: Sold[], after: Sold[]): string[] {
  const gone = before.filter(({ name }) => !after.some((one) => one.name === name))
  return [
    ...after.flatMap((now) => {
      const was = before.find(({ name }) => name === now.name)
      if (!was) return [`${printerText(now)}: on sale`]
      return PRINTER_COSTS.flatMap(({ key, label }) =>
        changed(`${now.name}, ${label}`, 'money', was[key] ?? 0, now[key] ?? 0),
      )
    }),
    ...gone.map(({ name }) => `${name}: taken off sale`),
  ]
}

/** The list alone, without its place in the history. */
export function listOf({ printers, paperCosts, taggingSetupFee, refillSoftwareFee, taxRates }: Prices): List {
  return { printers, paperCosts, taggingSetupFee, refillSoftwareFee, taxRates }
}
