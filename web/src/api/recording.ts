import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { NewActivity } from './schema'

/** Which animals a page is about: those of a lot or of a group. */
export type Animals = { lotId: string } | { groupId: string }

/** Activities, newest first; at most 100. */
export function journalQuery(farmId: string, limit: number) {
  return queryOptions({
    queryKey: ['farm', farmId, 'journal', limit],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v2/activities/{farmId}', { params: { path: { farmId }, query: { limit } }, signal })),
    select: (answer) => answer.data,
  })
}

/** Records it. What is far from the last is refused unless the person has confirmed it. */
export function recordActivity(farmId: string, activity: NewActivity, confirmed = false) {
  return dataOf(
    api.POST('/api/v2/activities/{farmId}', {
      params: { path: { farmId } },
      body: { activities: [activity], ...(confirmed && { confirmed }) },
    }),
  )
}

/** What recording it would change; nothing is recorded. */
export function tryActivity(farmId: string, activity: NewActivity) {
  return dataOf(
    api.POST('/api/v2/activities/{farmId}', {
      params: { path: { farmId } },
      body: { activities: [activity], try: true },
    }),
  )
}

/** What undoing an entry would change; nothing is undone. */
export function undoTryQuery(farmId: string, number: number) {
  return queryOptions({
    queryKey: ['farm', farmId, 'undo', number],
    queryFn: () => correctEntry(farmId, number, { reason: 'Undo', try: true }),
    retry: false,
  })
}

/** What became of the animals. */
export function storyQuery(farmId: string, of: Animals) {
  return queryOptions({
    queryKey: ['farm', farmId, 'story', of],
    queryFn: ({ signal }) =>
      'lotId' in of
        ? dataOf(api.GET('/api/v2/lots/{farmId}/{lotId}', { params: { path: { farmId, ...of } }, signal }))
        : dataOf(api.GET('/api/v2/groups/{farmId}/{groupId}', { params: { path: { farmId, ...of } }, signal })),
  })
}

const PAGE = 50

/** What was recorded about the animals, newest first, page by page. */
export function animalsJournalQuery(farmId: string, of: Animals) {
  return infiniteQueryOptions({
    queryKey: ['farm', farmId, 'journal of', of],
    queryFn: ({ signal, pageParam: before }) =>
      dataOf(
        api.GET('/api/v2/activities/{farmId}', {
          params: { path: { farmId }, query: { ...of, limit: PAGE, ...(before && { before }) } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ data }) => (data.length < PAGE ? undefined : data.at(-1)?.number),
  })
}

/** One entry of the journal, and of a count the animals that were found. */
export function entryQuery(farmId: string, number: number) {
  return queryOptions({
    queryKey: ['farm', farmId, 'entry', number],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v2/activities/{farmId}/{number}', { params: { path: { farmId, number } }, signal })),
  })
}

export interface Correction {
  reason: string
  /** What is right; without it the entry is only undone. */
  activity?: NewActivity
  /** Record what is far from the last. */
  confirmed?: boolean
  /** Change nothing, only say what would change. */
  try?: boolean
}

/** Puts an entry right. Sending the same again changes nothing. */
export function correctEntry(farmId: string, number: number, body: Correction) {
  return dataOf(
    api.POST('/api/v2/activities/{farmId}/{number}/correction', { params: { path: { farmId, number } }, body }),
  )
}
