import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

export interface GrowthParams {
  /** Id of a growing area; empty for all. */
  activeLease?: string
  lotId?: string
  /** As of the end of this day; empty for today. */
  to?: string
}

const growthOf = (farmId: string) => ['farm', farmId, 'growth'] as const

/** How long the living animals are, how fast they grow, and when they will be of market size. */
export function growthQuery(farmId: string, query: GrowthParams) {
  return queryOptions({
    queryKey: [...growthOf(farmId), query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v2/growth/{farmId}', { params: { path: { farmId }, query }, signal })),
  })
}

/** The length from which the farm sells, in mm, as it is stored now. */
export async function marketSize(farmId: string): Promise<number> {
  const { marketMm } = await dataOf(api.GET('/api/farms/{id}/market-size', { params: { path: { id: farmId } } }))
  return marketMm
}

/** Refused if it is not the one that was seen any more. */
export function saveMarketSize(farmId: string, marketMm: number, seen: number) {
  const body = { marketMm, seen: { marketMm: seen } }
  return dataOf(api.PUT('/api/farms/{id}/market-size', { params: { path: { id: farmId } }, body }))
}

/** All that a market size changes, to ask again. */
export const marketSizeChanges = growthOf
