import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, fileOf } from './client'
import type { LabelFile, LabelsWanted } from './schema'

/** Printers, papers, places and kinds of label, and what suits the farm. */
export function labelChoicesQuery(farmId: string) {
  return queryOptions({
    queryKey: ['farm', farmId, 'labels', 'choices'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/{id}/labels', { params: { path: { id: farmId } }, signal })),
  })
}

/** What would be printed, and why it could not be. */
export function labelsQuery(farmId: string, wanted: LabelsWanted) {
  return queryOptions({
    queryKey: ['farm', farmId, 'labels', wanted],
    queryFn: ({ signal }) =>
      dataOf(api.POST('/api/farms/{id}/labels/preview', { params: { path: { id: farmId } }, body: wanted, signal })),
  })
}

/** Prints labels: the file for the printer. Sent again with the same id it counts no more paper. */
export function printLabels(farmId: string, wanted: LabelsWanted, format: LabelFile, id: string): Promise<Blob> {
  const body = { ...wanted, format, id }
  return fileOf(api.POST('/api/farms/{id}/labels', { params: { path: { id: farmId } }, body, parseAs: 'blob' }))
}
