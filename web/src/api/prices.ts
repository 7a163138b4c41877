import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { NewPrices } from './schema'
import { onceHeader } from './useOnce'

/** Every price list, the one that was set last first. */
export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/prices', { signal })),
})

/** Lets a price list come into force on a day. When another was set since, it is a 409. */
export function setPrices(prices: NewPrices, key: string) {
  return dataOf(api.POST('/api/prices', { body: prices, headers: onceHeader(key) }))
}
