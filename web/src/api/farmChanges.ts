import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { Contents, FarmChange, FeaturesChange, NewFarm, PublicChange, ShippingChange } from './schema'
import { onceHeader } from './useOnce'

const at = (id: string) => ({ params: { path: { id } } })
const confirmed = (id: string, seen: string) => ({ params: { path: { id }, header: { 'If-Match': seen } } })

/** Creates a farm (staff only) and returns it. */
export function createFarm(farm: NewFarm, key: string) {
  return dataOf(api.POST('/api/farms', { body: farm, headers: onceHeader(key) }))
}

/** Changes the details of a farm (staff only) and returns them. If another version is stored, that is a 409. */
export function editFarm(id: string, change: FarmChange) {
  return dataOf(api.PUT('/api/farms/{id}', { ...at(id), body: change }))
}

/** Changes what the tag page shows of a farm (staff only) and returns it. If another version is stored, that is a 409. */
export function editPublic(id: string, change: PublicChange) {
  return dataOf(api.POST('/api/farms/{id}/farmDetails', { ...at(id), body: change }))
}

/** Switches features on and off (staff only). If another version is stored, that is a 409. */
export function editFeatures(id: string, change: FeaturesChange) {
  return dataOf(api.PUT('/api/farms/{id}/features', { ...at(id), body: change }))
}

/** Changes where the farm's paper and printers go, and returns it. If another version is stored, that is a 409. */
export function editShipping(id: string, change: ShippingChange) {
  return dataOf(api.PUT('/api/farms/{id}/shippingAddress', { ...at(id), body: change }))
}

/** Stores a picture as the farm's photo (staff only). */
export function sendPhoto(id: string, file: File) {
  const bodySerializer = () => {
    const form = new FormData()
    form.set('photo', file)
    return form
  }
  // The API document calls the file a string; the serializer puts in the file itself.
  return dataOf(api.POST('/api/farms/{id}/photo', { ...at(id), body: { photo: file.name }, bodySerializer }))
}

export function removePhoto(id: string) {
  return dataOf(api.DELETE('/api/farms/{id}/photo', at(id)))
}

/** What a clean or a delete would remove and keep (staff only), and the tag by which the server knows this state. */
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

/**
 * Removes everything ever recorded on the farm (staff only) and says how much that was. If the farm no longer holds
 * what was seen, it removes nothing: a 412.
 */
export function cleanFarm(id: string, seen: string, key: string) {
  return dataOf(api.DELETE('/api/farms/{id}/clean', { ...confirmed(id, seen), headers: onceHeader(key) }))
}

/** Removes the farm and everything on it, in the same way as cleanFarm. */
export function deleteFarm(id: string, seen: string, key: string) {
  return dataOf(api.DELETE('/api/farms/{id}', { ...confirmed(id, seen), headers: onceHeader(key) }))
}

/** Reminds a farm by email that its tagging setup is waiting to be paid (staff only). */
export function resendSetupEmail(id: string) {
  return dataOf(api.GET('/api/enableTagging/{id}/resendTaggingSetupEmail', at(id)))
}
