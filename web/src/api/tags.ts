import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import { api, dataOf, fileOf } from './client'
import type { NewTagEvent } from './schema'

export type TagState = '' | 'left' | 'wet-storage' | 'gone'

export interface TagsParams extends Paged {
  /** A part of the tag's id, a lot, a growing area, the brand, a certificate or a buyer. */
  search?: string
  buyer?: string
  /** Id of a growing area. */
  lease?: string
  lot?: string
  /** Days of harvest, of a shipment those of shipping, both inclusive. */
  from?: string
  to?: string
  state?: TagState
}

/** What the question after a firm's tags begins with, to ask again. */
const tagsOf = (farmId: string) => ['farm', farmId, 'tags'] as const

/** A page of a firm's tags, the newest first. */
export function tagsQuery(farmId: string, params: TagsParams) {
  return queryOptions({
    queryKey: [...tagsOf(farmId), 'list', params],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/farms/{id}/tags', { params: { path: { id: farmId }, query: params }, signal })),
  })
}

/** A tag with what was done with it and its lineage both ways. */
export function tagQuery(farmId: string, tagId: string) {
  return queryOptions({
    queryKey: [...tagsOf(farmId), tagId],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/farms/{id}/tags/{tagId}', { params: { path: { id: farmId, tagId } }, signal })),
  })
}

/** A page of what a firm has shipped to whom, the latest first. */
export function shippedQuery(farmId: string, { search, buyer, from, to, page, limit }: TagsParams) {
  const query = { search, buyer, from, to, page, limit }
  return queryOptions({
    queryKey: [...tagsOf(farmId), 'shipments', query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/farms/{id}/shipments', { params: { path: { id: farmId }, query }, signal })),
  })
}

/** All shipments of a question as CSV. */
export function shippedCsv(farmId: string, { search, buyer, from, to }: TagsParams) {
  const query = { search, buyer, from, to }
  return fileOf(api.GET('/api/farms/{id}/shipments/csv', { params: { path: { id: farmId }, query }, parseAs: 'blob' }))
}

/** How often the public pages of a firm's tags were looked at, and what may be copies. */
export function scansQuery(farmId: string, { from, to }: TagsParams) {
  const query = { from, to }
  return queryOptions({
    queryKey: [...tagsOf(farmId), 'scans', query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/farms/{id}/scans', { params: { path: { id: farmId }, query }, signal })),
  })
}

/** Records what a firm did with its tags, all of it or nothing. Sending it again with the same ids changes nothing. */
export function takeTags(farmId: string, events: NewTagEvent[], confirmed = false) {
  return dataOf(api.POST('/api/tags', { body: { farmId, events, confirmed } }))
}

/** What anybody sees of a tag, whoever's it is. */
export function publicTagQuery(tagId: string) {
  return queryOptions({
    queryKey: ['tag', tagId],
    queryFn: ({ signal }) => dataOf(api.GET('/api/tag/{tagId}', { params: { path: { tagId } }, signal })),
  })
}
