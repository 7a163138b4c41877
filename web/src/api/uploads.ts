import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, fileOf } from './client'
import type { Counting, Upload } from './schema'

export type UploadMode = Upload['mode']

/** A farm's uploads, newest first. */
export function uploadsQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'uploads'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/uploads', { params: { path: { id: farmId } }, signal })),
    select: (answer) => answer.data,
  })
}

export function uploadQuery(farmId: string, uploadId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'upload', uploadId],
    queryFn: ({ signal }): Promise<Upload> =>
      dataOf(api.GET('/api/farms/{id}/uploads/{uploadId}', { params: { path: { id: farmId, uploadId } }, signal })),
  })
}

/** Supplies what a sheet leaves out; empty for what it has. */
export interface UploadDefaults {
  animalType: string
  /** Put before the name of each growing area exactly as it is, spaces included. */
  areaPrefix: string
}

/** Sends a file to be checked; what it would do has to be confirmed before it is done. */
export function sendUpload(farmId: string, file: File, mode: UploadMode, { animalType, areaPrefix }: UploadDefaults) {
  const fields = {
    filename: file.name,
    mode,
    preview: 'true',
    ...(animalType && { animalType }),
    ...(areaPrefix && { areaPrefix }),
  } as const
  const bodySerializer = () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', file)
    return form
  }
  // The document calls the file a text; the serializer puts in the file itself.
  const body = { ...fields, file: file.name }
  return dataOf(api.POST('/api/farms/upload/{id}', { params: { path: { id: farmId } }, body, bodySerializer }))
}

/** What the counts of a sheet mean. */
export interface UploadCounts {
  /** What animals that they do not find are; left out for what the upload or the farm says. */
  missing?: Counting['missing']
  /** They were taken after the losses, harvests and moves out of their day. */
  countsAfter?: boolean
}

/** Records what was checked. 'skip' leaves its bad rows out, whatever was chosen when it was sent. */
export function confirmUpload(farmId: string, uploadId: string, mode: UploadMode, missing: UploadCounts['missing']) {
  const params = { path: { id: farmId, uploadId }, query: { mode, missing } }
  return dataOf(api.POST('/api/farms/{id}/uploads/{uploadId}/confirm', { params }))
}

/** Previews an upload again, by what its counts mean. */
export function checkUpload(farmId: string, uploadId: string, counts: UploadCounts) {
  const params = { path: { id: farmId, uploadId }, query: counts }
  return dataOf(api.POST('/api/farms/{id}/uploads/{uploadId}/check', { params }))
}

/** Cancels an upload before it is recorded; nothing of it remains. */
export function cancelUpload(farmId: string, uploadId: string) {
  const params = { path: { id: farmId, uploadId } }
  return dataOf(api.POST('/api/farms/{id}/uploads/{uploadId}/cancel', { params }))
}

/** Has all that an upload recorded undone; answered with the upload that does so. */
export function undoUpload(farmId: string, uploadId: string, reason: string): Promise<Upload> {
  const params = { path: { id: farmId, uploadId } }
  return dataOf(api.POST('/api/farms/{id}/uploads/{uploadId}/undo', { params, body: { reason } }))
}

/** The refused rows as they were in the file, with the reasons (CSV). */
export function refusedRows(farmId: string, uploadId: string): Promise<Blob> {
  const params = { path: { id: farmId, uploadId } }
  return fileOf(api.GET('/api/farms/{id}/uploads/{uploadId}/refused', { params, parseAs: 'blob' }))
}

export interface Template {
  layout: 'activities' | 'visits'
  format: 'csv' | 'xlsx'
}

/** A sheet with the right header, to fill in. */
export function uploadTemplate(query: Template): Promise<Blob> {
  return fileOf(api.GET('/api/farms/upload-template', { params: { query }, parseAs: 'blob' }))
}
