import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { SalesFigure, SalesRequest, SoldHarvest, SoldHarvests } from './schema'

/** What harvests were sold for; nothing is asked while the days are not complete. */
export function salesQuery(farmId: string, body: SalesRequest | null) {
  return queryOptions({
    queryKey: ['farm', farmId, 'sales', body],
    queryFn: body
      ? ({ signal }) => dataOf(api.PUT('/api/v2/sales/{farmId}', { params: { path: { farmId } }, body, signal }))
      : skipToken,
  })
}

/** The harvests that make a number of the sales, a page at a time. */
export function soldQuery(farmId: string, body: SalesFigure) {
  return infiniteQueryOptions({
    queryKey: ['farm', farmId, 'sold', body],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam }) => soldPage(farmId, { ...body, before: pageParam, limit: 50 }, signal),
    getNextPageParam: ({ next }: SoldHarvests) => next || undefined,
  })
}

function soldPage(farmId: string, body: SalesFigure, signal?: AbortSignal) {
  return dataOf(api.PUT('/api/v2/sales/{farmId}/harvests', { params: { path: { farmId } }, body, signal }))
}

/** All of them, for a file. */
export async function soldHarvests(farmId: string, body: SalesFigure): Promise<SoldHarvest[]> {
  const harvests: SoldHarvest[] = []
  let before = 0
  do {
    const page = await soldPage(farmId, { ...body, before, limit: 500 })
    harvests.push(...page.entries)
    before = page.next
  } while (before > 0)
  return harvests
}
