import type { TagState } from '@/api'
import type { TagEventName } from '@/shared/lib/tagEvents'

/** Those that begin with the firm's own tags; all have one form. */
export type OwnEvent = Exclude<TagEventName, 'harvest' | 'receive'>

export type Ask = 'amounts' | 'parts' | 'retag' | 'lot' | 'to' | 'degrees' | 'states'

interface Kind {
  /** The tags that it can happen to. */
  of: TagState
  least: number
  most: number
  asks: readonly Ask[]
  save: string
}

const MANY = 100

export const KINDS: Record<OwnEvent, Kind> = {
  ship: { of: 'left', least: 1, most: MANY, asks: ['amounts', 'to'], save: 'Ship' },
  ice: { of: 'left', least: 1, most: MANY, asks: [], save: 'Record' },
  temperature: { of: '', least: 1, most: MANY, asks: ['degrees'], save: 'Record' },
  split: { of: 'left', least: 1, most: 1, asks: ['parts', 'states'], save: 'Split' },
  retag: { of: 'left', least: 1, most: 1, asks: ['amounts', 'retag', 'states'], save: 'Retag' },
  commingle: { of: 'left', least: 2, most: MANY, asks: ['amounts', 'states'], save: 'Commingle' },
  'wet-storage-in': { of: 'left', least: 1, most: MANY, asks: ['amounts', 'lot', 'states'], save: 'Put in' },
  'wet-storage-out': { of: 'wet-storage', least: 1, most: MANY, asks: ['amounts', 'states'], save: 'Take out' },
  void: { of: 'left', least: 1, most: MANY, asks: [], save: 'Take back' },
}
