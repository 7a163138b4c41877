import { queryOptions } from '@tanstack/react-query'
import type { Paged, Sorted } from '@/shared/lib/paging'
import { api, dataOf } from './client'
import type { Contents, FarmChange, FeaturesChange, NewFarm, PublicChange, ShippingChange } from './schema'
import { onceHeader } from './useOnce'

export interface FarmsParams extends Paged, Sorted {
  name?: string
}

export function farmsQuery(params: FarmsParams) {
  return queryOptions({
    queryKey: ['farms', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms', { params: { query: params }, signal })),
  })
}

export function farmQuery(id: string) {
  return queryOptions({
    queryKey: ['farm', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.beingCleaned ? 2000 : false),
  })
}

/** Creates a farm (staff only) and answers it. */
export function createFarm(farm: NewFarm, key: string) {
  return dataOf(api.POST('/api/farms', { body: farm, headers: onceHeader(key) }))
}

const at = (id: string) => ({ params: { path: { id } } })

/** Changes the form of a farm (staff only) and answers it. Another stored version is a 409. */
export function editFarm(id: string, change: FarmChange) {
  return dataOf(api.PUT('/api/farms/{id}', { ...at(id), body: change }))
}

/** Changes what the tag page shows of a farm (staff only) and answers that. Another stored version is a 409. */
export function editPublic(id: string, change: PublicChange) {
  return dataOf(api.POST('/api/farms/{id}/farmDetails', { ...at(id), body: change }))
}

/** Switches features on and off (staff only). Another stored version is a 409. */
export function editFeatures(id: string, change: FeaturesChange) {
  return dataOf(api.PUT('/api/farms/{id}/features', { ...at(id), body: change }))
}

/** Changes where the farm's paper and printers go, and answers that. Another stored version is a 409. */
export function editShipping(id: string, change: ShippingChange) {
  return dataOf(api.PUT('/api/farms/{id}/shippingAddress', { ...at(id), body: change }))
}

/** Stores a picture in place of the farm's photo (staff only). */
export function sendPhoto(id: string, file: File) {
  const bodySerializer = () => {
    const form = new FormData()
    form.set('photo', file)
    return form
  }
  // The document calls the file a text; the serializer puts in the file itself.
  return dataOf(api.POST('/api/farms/{id}/photo', { ...at(id), body: { photo: file.name }, bodySerializer }))
}

export function removePhoto(id: string) {
  return dataOf(api.DELETE('/api/farms/{id}/photo', at(id)))
}

/** What a clean and a delete would take and keep (staff only), and by what name the server knows that. */
export function contentsQuery(id: string) {
  return queryOptions({
    queryKey: ['farm', id, 'contents'],
    queryFn: async ({ signal }) => {
      const { data, response } = await api.GET('/api/farms/{id}/contents', { ...at(id), signal })
      return { contents: data as Contents, seen: response.headers.get('ETag') ?? '' }
    },
    staleTime: 0,
    gcTime: 0,
  })
}

const confirmed = (id: string, seen: string) => ({ params: { path: { id }, header: { 'If-Match': seen } } })

/**
 * Takes away all that was ever recorded on the farm (staff only) and says how much it was. When the farm no longer has
 * what was seen, it takes nothing: a 412.
 */
export function cleanFarm(id: string, seen: string, key: string) {
  return dataOf(api.DELETE('/api/farms/{id}/clean', { ...confirmed(id, seen), headers: onceHeader(key) }))
}

/** Takes away the farm with all that it has, as cleanFarm does. */
export function deleteFarm(id: string, seen: string, key: string) {
  return dataOf(api.DELETE('/api/farms/{id}', { ...confirmed(id, seen), headers: onceHeader(key) }))
}

/** Reminds a farm by mail that the setup of its tagging waits to be paid (staff only). */
export function resendSetupEmail(id: string) {
  return dataOf(api.GET('/api/enableTagging/{id}/resendTaggingSetupEmail', at(id)))
}
