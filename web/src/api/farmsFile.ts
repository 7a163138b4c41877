import { api, fileOf } from './client'
import type { FarmsParams } from './farms'

/** All farms of a list as CSV. */
export function farmsCsv({ name, type, country, state, tagging, certificate }: FarmsParams) {
  const query = { name, type, country, state, tagging, certificate }
  return fileOf(api.GET('/api/farms/csv', { params: { query }, parseAs: 'blob' }))
}
