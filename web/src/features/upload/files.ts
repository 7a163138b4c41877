import { limits, type Template } from '@/api'
import { sizeWords } from '@/shared/lib/numbers'

export const ACCEPTED = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The most that the server accepts; a larger file is not sent at all. */
const MOST_BYTES = limits.fileRules.uploadBytes

/** What is wrong with the chosen file, before it is sent; empty if nothing is. */
export async function badFile(file: File | null): Promise<string> {
  if (!file) return 'Please upload a file first'
  if (file.size > MOST_BYTES) return `That file is ${sizeWords(file.size)}. The limit is 10 MB.`
  return (await isReadable(file)) ? '' : 'That file was changed, moved or locked since you chose it. Choose it again.'
}

export const TEMPLATES: readonly { layout: Template['layout']; label: string; detail: string }[] = [
  {
    layout: 'activities',
    label: 'Activities',
    detail: 'A row is an activity: plant, count, size, move, harvest, loss.',
  },
  { layout: 'visits', label: 'Visits', detail: 'A row is a visit to a container, as in a field notebook.' },
]

/** "season.xlsx" -> "season-refused.csv" */
export function refusedName(filename: string): string {
  return `${filename.replace(/\.[^.]*$/, '')}-refused.csv`
}

/** A file that was changed after it was chosen can no longer be read, and sending it would fail as if the line were dead. */
function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}
