import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf, fileOf } from './client'
import type { NewRecallEntry, RecallAnswer, RecallChoice, RecallSeen, RecallWords } from './schema'
import { onceHeader } from './useOnce'

export type RecallState = '' | 'open' | 'closed' | 'drills'

/** Whose recalls: those of all firms, or the part of one. */
export interface RecallAt {
  farmId?: string | undefined
}

/** The address of a call. One handler of the server answers it for all firms and, below a farm, for its part. */
const under = <Path extends `/api/recall${string}`>({ farmId }: RecallAt, path: Path) =>
  (farmId ? path.replace('/api', `/api/farms/${encodeURIComponent(farmId)}`) : path) as Path

export const recallsOf = ({ farmId }: RecallAt) =>
  farmId ? (['farm', farmId, 'recalls'] as const) : (['recalls'] as const)

/** A page of recalls and drills, the newest first. */
export function recallBooksQuery(at: RecallAt, { state, ...page }: Paged & { state?: RecallState }) {
  const query = state ? { ...page, state } : page
  return queryOptions({
    queryKey: [...recallsOf(at), 'list', state, page],
    queryFn: ({ signal }) => dataOf(api.GET(under(at, '/api/recalls'), { params: { query }, signal })),
  })
}

/** A recall with whom it reaches, what they were told and what came back; of a farm, its part. */
export function recallQuery(at: RecallAt, recallId: string) {
  return queryOptions({
    queryKey: [...recallsOf(at), recallId],
    queryFn: ({ signal }) =>
      dataOf(api.GET(under(at, '/api/recalls/{recallId}'), { params: { path: { recallId } }, signal })),
    // Until everybody is entered, it is asked again.
    refetchInterval: ({ state }) => (state.data && !state.data.followed ? 1000 : false),
  })
}

/** The book for the authority; of a farm, its part. */
export function recallDocument(at: RecallAt, recallId: string, format: 'pdf' | 'xlsx'): Promise<Blob> {
  const params = { path: { recallId }, query: { format } }
  return fileOf(api.GET(under(at, '/api/recalls/{recallId}/document'), { params, parseAs: 'blob' }))
}

/** A firm or a consignee of a recall. */
export function recallPartyQuery(at: RecallAt, recallId: string, partyId: string) {
  const params = { path: { recallId, partyId } }
  return queryOptions({
    queryKey: [...recallsOf(at), recallId, partyId],
    queryFn: ({ signal }) =>
      dataOf(api.GET(under(at, '/api/recalls/{recallId}/parties/{partyId}'), { params, signal })),
  })
}

/** What a recall of a choice would reach; of a farm, its part. */
export function recallReachQuery(at: RecallAt, choice: RecallChoice) {
  return queryOptions({
    queryKey: [...recallsOf(at), 'reach', choice],
    queryFn: ({ signal }) => dataOf(api.POST(under(at, '/api/recalls/preview'), { body: { choice }, signal })),
    staleTime: 0,
  })
}

export interface Declaring extends RecallWords {
  choice: RecallChoice
  seen: RecallSeen
}

export function declareRecall(at: RecallAt, kind: 'recall' | 'drill', yes: Declaring, request: string, key: string) {
  return dataOf(api.POST(under(at, '/api/recalls'), { body: { kind, ...yes, request }, headers: onceHeader(key) }))
}

export function correctRecall(at: RecallAt, recallId: string, yes: Declaring & { why: string }) {
  return dataOf(api.PUT(under(at, '/api/recalls/{recallId}'), { params: { path: { recallId } }, body: yes }))
}

export function endRecall(at: RecallAt, recallId: string, body: { reason: string; openReason: string }) {
  const params = { path: { recallId } }
  return dataOf(api.POST(under(at, '/api/recalls/{recallId}/end'), { params, body }))
}

/** Acknowledges a recall for the farm, or corrects what a company reported. */
export function answerRecall(at: RecallAt, recallId: string, partyId: string, body: RecallAnswer) {
  const params = { path: { recallId, partyId } }
  return dataOf(api.PUT(under(at, '/api/recalls/{recallId}/parties/{partyId}/answer'), { params, body }))
}

export function noticeAgain(at: RecallAt, recallId: string, partyId: string) {
  const params = { path: { recallId, partyId } }
  return dataOf(api.POST(under(at, '/api/recalls/{recallId}/parties/{partyId}/notice'), { params }))
}

export function noteCall(at: RecallAt, recallId: string, partyId: string, body: { spokeTo: string; note: string }) {
  const params = { path: { recallId, partyId } }
  return dataOf(api.POST(under(at, '/api/recalls/{recallId}/parties/{partyId}/call'), { params, body }))
}

export function enterAccount(at: RecallAt, recallId: string, body: NewRecallEntry, key: string) {
  const params = { path: { recallId } }
  return dataOf(api.POST(under(at, '/api/recalls/{recallId}/accounts'), { params, body, headers: onceHeader(key) }))
}

export function takeBackEntry(at: RecallAt, recallId: string, entryId: string, reason: string) {
  const params = { path: { recallId, entryId } }
  return dataOf(api.POST(under(at, '/api/recalls/{recallId}/accounts/{entryId}/reverse'), { params, body: { reason } }))
}

/** A page of the unanswered requests of all farms, or of all requests of one farm. */
export function recallRequestsQuery(at: RecallAt, page: Paged) {
  return queryOptions({
    queryKey: [...recallsOf(at), 'requests', page],
    queryFn: ({ signal }) => dataOf(api.GET(under(at, '/api/recall-requests'), { params: { query: page }, signal })),
  })
}

/** One request of a farm. */
export function recallRequestQuery(requestId: string) {
  return queryOptions({
    queryKey: [...recallsOf({}), 'request', requestId],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/recall-requests/{requestId}', { params: { path: { requestId } }, signal })),
  })
}

export function askForRecall(farmId: string, choice: RecallChoice, reason: string, key: string) {
  const params = { path: { id: farmId } }
  const headers = onceHeader(key)
  return dataOf(api.POST('/api/farms/{id}/recall-requests', { params, body: { choice, reason }, headers }))
}

export function withdrawRequest(farmId: string, requestId: string) {
  const params = { path: { id: farmId, requestId } }
  return dataOf(api.POST('/api/farms/{id}/recall-requests/{requestId}/withdraw', { params }))
}

export function declineRecall(requestId: string, reason: string) {
  const params = { path: { requestId } }
  return dataOf(api.POST('/api/recall-requests/{requestId}/decline', { params, body: { reason } }))
}
