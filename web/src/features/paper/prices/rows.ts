import type { NewPrices, Prices } from '@/api'
import type { Problems } from '@/forms'
import { centsOf, dollarsOf } from '@/shared/lib/money'
import { exact, percent } from '@/shared/lib/numbers'
import { COUNTRIES } from '@/shared/lib/places'
import { paperName, ROLLS } from '../shared/names'

/** The name under which the form is kept. */
export const KEPT_PRICES = 'prices'

export type List = Omit<NewPrices, 'from' | 'basedOn'>

type Unit = 'money' | 'rolls' | 'tags' | 'percent'

interface Row {
  /** Its place in the list; a colon stands for the point, which a form takes for a step. */
  key: string
  group: string
  label: string
  unit: Unit
}

const money = (group: string, key: string, label: string): Row => ({ key, group, label, unit: 'money' })

/** Every figure of a price list, in the order of the screen. */
export function rowsOf({ printers }: List): Row[] {
  return [
    ...printers.flatMap(({ name, everyPaper, australiaCost }, at) => [
      money(name, `printers:${at}:cost`, 'With paper'),
      money(name, `printers:${at}:printerOnlyCost`, 'Printer only'),
      ...(everyPaper || australiaCost ? [money(name, `printers:${at}:australiaCost`, 'With paper, in Australia')] : []),
    ]),
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
}

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

/** The list with the figures in their places. */
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
  Object.fromEntries(rowsOf(list).map(({ key }) => [key, figureOf(list, key)]))

/** As a person reads it. */
export function figureText(unit: Unit, figure: number): string {
  if (unit === 'money') return dollarsOf(figure)
  return unit === 'percent' ? percent(figure / 100) : exact(figure)
}

/** As it stands in an input. */
export const typedOf = (unit: Unit, figure: number) =>
  unit === 'money' || unit === 'percent' ? (figure / 100).toFixed(2) : String(figure)

const MOST: Record<Unit, number> = { money: 10_000_000, rolls: 1_000, tags: 100_000, percent: 5_000 }

/** -1 for what is no figure. */
export function readFigure(unit: Unit, text: string): number {
  if (text.trim() === '') return -1
  if (unit === 'money' || unit === 'percent') return centsOf(text.replace(/\s*%$/, '')) ?? -1
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : -1
}

export function figureProblems(rows: Row[], texts: Record<string, string>): Problems {
  const wrong = rows.filter(({ key, unit }) => {
    const figure = readFigure(unit, texts[key] ?? '')
    return figure < (unit === 'rolls' || unit === 'tags' ? 1 : 0) || figure > MOST[unit]
  })
  return Object.fromEntries(
    wrong.map(({ key, unit }) => [`texts.${key}`, `Please enter a number up to ${figureText(unit, MOST[unit])}.`]),
  )
}

/** "Mobile paper, a pack: $108.00 to $112.00" */
export function changesOf(before: List, after: List): string[] {
  return rowsOf(after).flatMap(({ key, group, label, unit }) => {
    const [from, to] = [figureOf(before, key), figureOf(after, key)]
    return from === to ? [] : [`${group}, ${label}: ${figureText(unit, from)} to ${figureText(unit, to)}`]
  })
}

export const groupsOf = (rows: Row[]) => [...new Set(rows.map(({ group }) => group))]

/** A list without its place in the history. */
export function listOf({ printers, paperCosts, taggingSetupFee, refillSoftwareFee, taxRates }: Prices): List {
  return { printers, paperCosts, taggingSetupFee, refillSoftwareFee, taxRates }
}
