import { inOrder, viewByLabel } from '@/shared/lib/viewBy'
import { FIELDS, type FieldKey, type FieldSearch } from './model'

interface FieldOptions {
  key: FieldKey
  label: string
  options: string[]
}

/** How a value is shown; what is asked for stays as the API has it. */
export function optionLabel(key: FieldKey, value: string): string {
  return viewByLabel(FIELDS.find((one) => one.key === key)?.field ?? key, value)
}

/** The fields to filter by: those for which the farm has anything, with its own values. */
export function fieldOptions(filters: Record<string, string[] | null>): FieldOptions[] {
  return FIELDS.map(({ field, label, key }) => ({ key, label, options: inOrder(field, filters[field] ?? []) })).filter(
    ({ options }) => options.length > 0,
  )
}

export interface Chosen {
  key: FieldKey
  label: string
  value: string
}

export function chosenFilters(search: FieldSearch): Chosen[] {
  return FIELDS.flatMap(({ key, label }) => (search[key] ?? []).map((value) => ({ key, label, value })))
}

/** The values of a field after one was pressed; undefined when none is left, so that it leaves the URL. */
export function withToggled(values: string[] | undefined, value: string): string[] | undefined {
  const next = values?.includes(value) ? values.filter((one) => one !== value) : [...(values ?? []), value]
  return next.length > 0 ? next : undefined
}

/** Of an address, what is chosen of the fields and nothing else. */
export function fieldsOf(search: FieldSearch): FieldSearch {
  return Object.fromEntries(FIELDS.map(({ key }) => [key, search[key]]))
}

/** The same in words, for a sheet of paper: ["Seed Source: Taylor or Hatchery."] */
export function filterWords(search: FieldSearch): string[] {
  const values = new Map<string, string[]>()
  for (const { key, label, value } of chosenFilters(search))
    values.set(label, [...(values.get(label) ?? []), optionLabel(key, value)])
  return [...values].map(([label, all]) => `${label}: ${all.join(' or ')}.`)
}

export const NO_FILTERS: FieldSearch = Object.fromEntries(FIELDS.map(({ key }) => [key, undefined]))
