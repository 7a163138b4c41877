import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Explanation, FigureEntry, FigureRequest, ReportRequest, Season } from './schema'

/** The values that a farm's animals really have, by view-by field. */
export function farmFiltersQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'filters'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/filters', { params: { path: { id: farmId } }, signal })),
    select: (answer) => answer.filters,
  })
}

/**
 * One report; a null question asks nothing. The answer comes with the range that
 * was asked for, because only that tells a snapshot from a single day. The call
 * is a PUT because the question is a body; it changes nothing.
 */
export function reportQuery(farmId: string, body: ReportRequest | null) {
  return queryOptions({
    queryKey: ['farm', farmId, 'report', body],
    queryFn: body
      ? async ({ signal }) => {
          const params = { path: { farmId } }
          const report = await dataOf(api.PUT('/api/v2/getFarmInventory/{farmId}', { params, body, signal }))
          return { report, dateRange: body.dateRange }
        }
      : skipToken,
  })
}

/** The month with which the farm's season begins, and its mark of mortality, as they are stored now. */
export function farmSeason(farmId: string): Promise<Season> {
  return dataOf(api.GET('/api/farms/{id}/season', { params: { path: { id: farmId } } }))
}

/** Refused if they are not those that were seen any more. */
export function saveSeason(farmId: string, season: Season, seen: Season) {
  const body = { ...season, seen }
  return dataOf(api.PUT('/api/farms/{id}/season', { params: { path: { id: farmId } }, body }))
}

/** All that these change, to ask again. */
export const seasonChanges = (farmId: string) => ['farm', farmId, 'report'] as const

/** How a number of a report came about: the entries that make it, page by page. */
export function figureQuery(farmId: string, body: FigureRequest) {
  return infiniteQueryOptions({
    queryKey: ['farm', farmId, 'figure', body],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam }) => figurePage(farmId, { ...body, before: pageParam, limit: 50 }, signal),
    getNextPageParam: ({ next }: Explanation) => next || undefined,
  })
}

function figurePage(farmId: string, body: FigureRequest, signal?: AbortSignal) {
  return dataOf(api.PUT('/api/v2/explain/{farmId}', { params: { path: { farmId } }, body, signal }))
}

/** All of them, for a file. */
export async function figureEntries(farmId: string, body: FigureRequest): Promise<FigureEntry[]> {
  const entries: FigureEntry[] = []
  let before = 0
  do {
    const page = await figurePage(farmId, { ...body, before, limit: 500 })
    entries.push(...page.entries)
    before = page.next
  } while (before > 0)
  return entries
}
