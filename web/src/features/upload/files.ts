import type { Template } from '@/api'

export const ACCEPTED = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What the server takes; a larger file is not sent for nothing. */
const MOST_BYTES = 10 * 1024 * 1024

/** What is wrong with a choice of file before it is sent; empty when nothing is. */
export function badFile(file: File | null): string {
  if (!file) return 'Please upload a file first'
  return file.size > MOST_BYTES ? `That file has ${sizeWords(file.size)}. At most 10 MB can be taken.` : ''
}

export const TEMPLATES: readonly { layout: Template['layout']; label: string; detail: string }[] = [
  {
    layout: 'activities',
    label: 'Activities',
    detail: 'A row is an activity: plant, count, size, move, harvest, loss.',
  },
  { layout: 'visits', label: 'Visits', detail: 'A row is a visit to a container, as in a field notebook.' },
]

/** "412 KB", "1.2 MB" */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1e6) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** Hands what came from the server to the browser as a file. */
export function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** "season.xlsx" -> "season-refused.csv" */
export function refusedName(filename: string): string {
  return `${filename.replace(/\.[^.]*$/, '')}-refused.csv`
}
