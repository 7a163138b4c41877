import { formatDay } from './days'
import { byGrowth } from './sizes'

/** The nine things by which animals can be told apart: the API's field and its label (REP-13). */
export const VIEW_BY = [
  { field: 'oysterType', label: 'Animal Type' },
  { field: 'seedSource', label: 'Seed Source' },
  { field: 'year', label: 'year' },
  { field: 'month', label: 'month' },
  { field: 'sizeLabel', label: 'Size' },
  { field: 'meshSize', label: 'Equipment' },
  { field: 'nickname', label: 'Fill Profile' },
  { field: 'datePlanted', label: 'datePlanted' },
  { field: 'locationPlanted', label: 'locationPlanted' },
] as const

export type ViewByField = (typeof VIEW_BY)[number]['field']

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/** The values of a field in the order in which people know them: sizes as they grow, all else as the server has them. */
export function inOrder(field: string, values: readonly string[]): string[] {
  return field === 'sizeLabel' ? byGrowth(values, (value) => value).map(({ one }) => one) : [...values]
}

/** How a value is shown; the API is asked for it as it is. */
export function viewByLabel(field: string, value: string): string {
  if (field === 'month' && Number(value)) return monthFormat.format(Date.UTC(1970, Number(value) - 1))
  return field === 'datePlanted' ? formatDay(value) : value
}
