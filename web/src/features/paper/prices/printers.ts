import { limits } from '@/api'
import type { Problems } from '@/forms'
import { figureProblems, PRINTER_COSTS, readFigure, type Sold, typedOf } from './rows'

type Cost = (typeof PRINTER_COSTS)[number]['key']

/** A printer in the catalogue, as typed. */
export interface TypedPrinter extends Record<Cost, string> {
  name: string
  type: string
  everyPaper: boolean
  isNew: boolean
  /** No longer sold from that day. */
  isOff: boolean
}

export const NEW_PRINTER: TypedPrinter = {
  name: '',
  type: 'mobile',
  everyPaper: false,
  isNew: true,
  isOff: false,
  cost: '',
  printerOnlyCost: '',
  australiaCost: '',
}

/** In the form that readPrinters returns, so that the two can be compared. */
export const storedPrinters = (printers: readonly Sold[]): Sold[] =>
  printers.map(({ name, type, everyPaper = false, cost, printerOnlyCost, australiaCost = 0 }) => ({
    name,
    type,
    everyPaper,
    cost,
    printerOnlyCost,
    australiaCost,
  }))

export const typedPrinters = (printers: readonly Sold[]): TypedPrinter[] =>
  printers.map(({ name, type, everyPaper = false, cost, printerOnlyCost, australiaCost }) => ({
    name,
    type,
    everyPaper,
    isNew: false,
    isOff: false,
    cost: typedOf('money', cost),
    printerOnlyCost: typedOf('money', printerOnlyCost),
    australiaCost: australiaCost ? typedOf('money', australiaCost) : '',
  }))

/** -1 for what is not a figure. A printer may cost the same in Australia as elsewhere. */
const readCost = (key: Cost, text: string) =>
  key === 'australiaCost' && text.trim() === '' ? 0 : readFigure('money', text)

export const readPrinters = (typed: readonly TypedPrinter[]): Sold[] =>
  typed
    .filter(({ isOff }) => !isOff)
    .map(({ name, type, everyPaper, cost, printerOnlyCost, australiaCost }) => ({
      name: name.trim(),
      type: type as Sold['type'],
      everyPaper: everyPaper && type === 'mobile',
      cost: readCost('cost', cost),
      printerOnlyCost: readCost('printerOnlyCost', printerOnlyCost),
      australiaCost: readCost('australiaCost', australiaCost),
    }))

export function printerProblems(typed: readonly TypedPrinter[]): Problems {
  const sold = [...typed.entries()].filter(([, { isOff }]) => !isOff)
  // A printer taken off sale keeps its name, because a farm may have it.
  const unnamed = sold.filter(([at, { name }]) => {
    const own = name.trim()
    return !own || typed.some((other, index) => index !== at && other.name.trim() === own)
  })
  return {
    ...((sold.length === 0 || sold.length > limits.priceRules.printers) && {
      printers: `The catalogue has 1 to ${limits.priceRules.printers} printers.`,
    }),
    ...Object.fromEntries(unnamed.map(([at]) => [`printers.${at}.name`, 'Please give each printer a name of its own'])),
    ...figureProblems(
      sold.flatMap(([at, one]) =>
        PRINTER_COSTS.map(({ key }) => ({
          path: `printers.${at}.${key}`,
          unit: 'money' as const,
          figure: readCost(key, one[key]),
        })),
      ),
    ),
  }
}
