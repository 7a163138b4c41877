import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf, fileOf } from './client'
import type { NewRecallEntry, RecallChoice, RecallSeen, RecallWords } from './schema'
import { onceHeader } from './useOnce'

export type RecallState = '' | 'open' | 'closed' | 'drills'

/** Whose recalls: those of all firms, or the part of one. */
export interface RecallAt {
  farmId?: string | undefined
}

export const recallsOf = ({ farmId }: RecallAt) =>
  farmId ? (['farm', farmId, 'recalls'] as const) : (['recalls'] as const)

/** A page of recalls and drills, the newest first. */
export function recallBooksQuery({ farmId }: RecallAt, { state, ...page }: Paged & { state?: RecallState }) {
  return queryOptions({
    queryKey: [...recallsOf({ farmId }), 'list', state, page],
    queryFn: ({ signal }) =>
      farmId
        ? dataOf(api.GET('/api/farms/{id}/recalls', { params: { path: { id: farmId }, query: page }, signal }))
        : dataOf(api.GET('/api/recalls', { params: { query: state ? { ...page, state } : page }, signal })),
  })
}

/** A recall with whom it reaches, what they were told and what came back; of a farm, its part. */
export function recallQuery({ farmId }: RecallAt, recallId: string) {
  return queryOptions({
    queryKey: [...recallsOf({ farmId }), recallId],
    queryFn: ({ signal }) =>
      farmId
        ? dataOf(api.GET('/api/farms/{id}/recalls/{recallId}', { params: { path: { id: farmId, recallId } }, signal }))
        : dataOf(api.GET('/api/recalls/{recallId}', { params: { path: { recallId } }, signal })),
    // Until everybody is entered, it is asked again.
    refetchInterval: ({ state }) => (state.data && !state.data.followed ? 1000 : false),
  })
}

/** The book for the authority; of a farm, its part. */
export function recallDocument({ farmId }: RecallAt, recallId: string, format: 'pdf' | 'xlsx'): Promise<Blob> {
  const query = { format }
  return farmId
    ? fileOf(
        api.GET('/api/farms/{id}/recalls/{recallId}/document', {
          params: { path: { id: farmId, recallId }, query },
          parseAs: 'blob',
        }),
      )
    : fileOf(api.GET('/api/recalls/{recallId}/document', { params: { path: { recallId }, query }, parseAs: 'blob' }))
}

/** A firm or a consignee of a recall. */
export function recallPartyQuery({ farmId }: RecallAt, recallId: string, partyId: string) {
  return queryOptions({
    queryKey: [...recallsOf({ farmId }), recallId, partyId],
    queryFn: ({ signal }) =>
      farmId
        ? dataOf(
            api.GET('/api/farms/{id}/recalls/{recallId}/parties/{partyId}', {
              params: { path: { id: farmId, recallId, partyId } },
              signal,
            }),
          )
        : dataOf(
            api.GET('/api/recalls/{recallId}/parties/{partyId}', { params: { path: { recallId, partyId } }, signal }),
          ),
  })
}

/** What a recall of a choice would reach; of a farm, its part. */
export function recallReachQuery({ farmId }: RecallAt, choice: RecallChoice) {
  return queryOptions({
    queryKey: [...recallsOf({ farmId }), 'reach', choice],
    queryFn: ({ signal }) =>
      farmId
        ? dataOf(
            api.POST('/api/farms/{id}/recall-preview', { params: { path: { id: farmId } }, body: { choice }, signal }),
          )
        : dataOf(api.POST('/api/recalls/preview', { body: { choice }, signal })),
    staleTime: 0,
  })
}

export interface Declaring extends RecallWords {
  choice: RecallChoice
  seen: RecallSeen
}

export function declareRecall(kind: 'recall' | 'drill', yes: Declaring, request: string, key: string) {
  return dataOf(api.POST('/api/recalls', { body: { kind, ...yes, request }, headers: onceHeader(key) }))
}

export function beginDrill(farmId: string, yes: Declaring, key: string) {
  return dataOf(
    api.POST('/api/farms/{id}/recall-drills', {
      params: { path: { id: farmId } },
      body: yes,
      headers: onceHeader(key),
    }),
  )
}

export function askForRecall(farmId: string, choice: RecallChoice, reason: string, key: string) {
  return dataOf(
    api.POST('/api/farms/{id}/recall-requests', {
      params: { path: { id: farmId } },
      body: { choice, reason },
      headers: onceHeader(key),
    }),
  )
}

export function correctRecall(recallId: string, yes: Declaring & { why: string }) {
  return dataOf(api.PUT('/api/recalls/{recallId}', { params: { path: { recallId } }, body: yes }))
}

export function endRecall({ farmId }: RecallAt, recallId: string, reason: string) {
  const body = { reason }
  return farmId
    ? dataOf(api.POST('/api/farms/{id}/recalls/{recallId}/end', { params: { path: { id: farmId, recallId } }, body }))
    : dataOf(api.POST('/api/recalls/{recallId}/end', { params: { path: { recallId } }, body }))
}

export function noticeAgain({ farmId }: RecallAt, recallId: string, partyId: string) {
  return farmId
    ? dataOf(
        api.POST('/api/farms/{id}/recalls/{recallId}/parties/{partyId}/notice', {
          params: { path: { id: farmId, recallId, partyId } },
        }),
      )
    : dataOf(api.POST('/api/recalls/{recallId}/parties/{partyId}/notice', { params: { path: { recallId, partyId } } }))
}

export function noteCall(
  { farmId }: RecallAt,
  recallId: string,
  partyId: string,
  body: { spokeTo: string; note: string },
) {
  return farmId
    ? dataOf(
        api.POST('/api/farms/{id}/recalls/{recallId}/parties/{partyId}/call', {
          params: { path: { id: farmId, recallId, partyId } },
          body,
        }),
      )
    : dataOf(
        api.POST('/api/recalls/{recallId}/parties/{partyId}/call', { params: { path: { recallId, partyId } }, body }),
      )
}

export function enterAccount({ farmId }: RecallAt, recallId: string, body: NewRecallEntry, key: string) {
  const headers = onceHeader(key)
  return farmId
    ? dataOf(
        api.POST('/api/farms/{id}/recalls/{recallId}/accounts', {
          params: { path: { id: farmId, recallId } },
          body,
          headers,
        }),
      )
    : dataOf(api.POST('/api/recalls/{recallId}/accounts', { params: { path: { recallId } }, body, headers }))
}

export function takeBackEntry({ farmId }: RecallAt, recallId: string, entryId: string, reason: string) {
  const body = { reason }
  return farmId
    ? dataOf(
        api.POST('/api/farms/{id}/recalls/{recallId}/accounts/{entryId}/reverse', {
          params: { path: { id: farmId, recallId, entryId } },
          body,
        }),
      )
    : dataOf(
        api.POST('/api/recalls/{recallId}/accounts/{entryId}/reverse', {
          params: { path: { recallId, entryId } },
          body,
        }),
      )
}

/** The requests for a recall that wait for an answer; of a farm, all of its own. */
export function recallRequestsQuery({ farmId }: RecallAt) {
  return queryOptions({
    queryKey: [...recallsOf({ farmId }), 'requests'],
    queryFn: ({ signal }) =>
      farmId
        ? dataOf(api.GET('/api/farms/{id}/recall-requests', { params: { path: { id: farmId } }, signal }))
        : dataOf(api.GET('/api/recall-requests', { signal })),
  })
}

export function withdrawRequest(farmId: string, requestId: string) {
  return dataOf(
    api.POST('/api/farms/{id}/recall-requests/{requestId}/withdraw', { params: { path: { id: farmId, requestId } } }),
  )
}

export function declineRecall(requestId: string, reason: string) {
  return dataOf(
    api.POST('/api/recall-requests/{requestId}/decline', { params: { path: { requestId } }, body: { reason } }),
  )
}
