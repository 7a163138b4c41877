import { FIELDS, type FieldSearch } from '@/features/reports/model'
import { several } from './values'

/** The values that are chosen of each field of lots. */
export const FIELD_SEARCH = Object.fromEntries(FIELDS.map(({ key }) => [key, several])) as {
  [field in keyof FieldSearch]-?: typeof several
}
