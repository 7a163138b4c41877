import type { Cell } from '@/shared/lib/csv'
import { exact, millimetres, percent, short } from '@/shared/lib/numbers'
import type { Unit } from './metrics'

/** Shown if there is no number. */
export const NO_NUMBER = '–'

/** A mark of an axis: as short as can be. */
export function onAxis(value: number, unit: Unit): string {
  if (unit === 'animals') return short(value)
  return unit === 'percent' ? `${exact(value)}%` : exact(value)
}

/** Beside a name in a legend. */
export function inLegend(value: number, unit: Unit): string {
  return unit === 'animals' ? short(value) : inWords(value, unit)
}

/** In a sentence, to full precision. */
export function inWords(value: number, unit: Unit): string {
  if (unit === 'animals') return exact(value)
  return unit === 'percent' ? percent(value) : `${millimetres(value)} mm`
}

/** In a table, whose head or title says the unit. */
export function inTable(value: number | null, unit: Unit): string {
  if (value === null) return NO_NUMBER
  if (unit === 'animals') return exact(value)
  return unit === 'percent' ? percent(value) : millimetres(value, 1)
}

/** At a point of a chart. */
export function atPoint(value: number | null, unit: Unit): string {
  return unit === 'mm' && value !== null ? `${inTable(value, unit)} mm` : inTable(value, unit)
}

/** In a file: a number that can be used in calculations. */
export function inFile(value: number | null, unit: Unit): Cell {
  if (value === null) return ''
  return unit === 'animals' ? value : Math.round(value * 100) / 100
}

const FILE_UNITS: Record<Unit, string> = { animals: '', mm: ' (mm)', percent: ' (%)' }

/** The head of a column in a file, which has to name the unit that the numbers leave out. */
export function fileHead(head: string, unit: Unit): string {
  return head.startsWith('%') ? head : `${head}${FILE_UNITS[unit]}`
}
