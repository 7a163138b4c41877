import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { FarmKeyRight } from './schema'

/** The keys of a farm's programs, those in use first. */
export function keysQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'keys'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/keys', { params: { path: { id: farmId } }, signal })),
    select: (answer) => answer.data,
  })
}

/** Makes a key; the answer has its token, which nobody can see again. */
export function makeKey(farmId: string, name: string, rights: FarmKeyRight[]) {
  return dataOf(api.POST('/api/farms/{id}/keys', { params: { path: { id: farmId } }, body: { name, rights } }))
}

export function endKey(farmId: string, keyId: string) {
  return dataOf(api.DELETE('/api/farms/{id}/keys/{keyId}', { params: { path: { id: farmId, keyId } } }))
}
