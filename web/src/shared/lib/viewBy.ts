import { formatDay } from './days'

/** The nine things that animals can be told apart by: the API's field and its label (REP-13). */
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

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** How a value is shown; what is asked for stays as the API has it. */
export function viewByLabel(field: string, value: string): string {
  if (field === 'month') return MONTHS[Number(value) - 1] ?? value
  return field === 'datePlanted' ? formatDay(value) : value
}
