/** What can be done with tags, in the order in which it happens to most. */
export const TAG_EVENTS = [
  'harvest',
  'receive',
  'ship',
  'ice',
  'temperature',
  'split',
  'retag',
  'commingle',
  'wet-storage-in',
  'wet-storage-out',
  'void',
] as const

export type TagEventName = (typeof TAG_EVENTS)[number]
