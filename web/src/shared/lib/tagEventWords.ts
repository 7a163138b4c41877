import type { TagEventName } from './tagEvents'

/** The trade's words for each: as one does it, and as it was done. */
const WORDS: Record<TagEventName, [todo: string, done: string]> = {
  harvest: ['Tag a harvest', 'Harvested'],
  receive: ['Receive', 'Received'],
  ship: ['Ship', 'Shipped'],
  ice: ['Ice', 'Iced'],
  temperature: ['Temperature', 'Temperature'],
  split: ['Split', 'Split off'],
  retag: ['Retag', 'Retagged'],
  commingle: ['Commingle', 'Commingled'],
  'wet-storage-in': ['Into wet storage', 'Into wet storage'],
  'wet-storage-out': ['Out of wet storage', 'Out of wet storage'],
  void: ['Take back a mistaken tag', 'Taken back'],
}

/** What one does: "Tag a harvest". */
export const todoOf = (event: TagEventName) => WORDS[event][0]

/** What was done: "Harvested"; one that is not known yet by its name, and 'Made' where nothing was. */
export const deedOf = (event: string) => (event ? (WORDS[event as TagEventName]?.[1] ?? event) : 'Made')
