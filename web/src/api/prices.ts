import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { NewPrices } from './schema'
import { onceHeader } from './useOnce'

/** Every price list, the latest first. */
export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/prices', { signal })),
})

/** Sets the price list that comes into force on a day. If another has been set since, that is a 409. */
export function setPrices(prices: NewPrices, key: string) {
  return dataOf(api.POST('/api/prices', { body: prices, headers: onceHeader(key) }))
}
