type Missing = 'missing' | 'dead'

/** What animals that a count does not find can be. */
export const MISSING_CHOICES: readonly { value: Missing; label: string }[] = [
  { value: 'missing', label: 'Missing: adjusts the inventory, no part of mortality' },
  { value: 'dead', label: 'Dead: a loss, part of mortality' },
]
