type Missing = 'missing' | 'dead'

/** What animals that a count does not find can be. */
export const MISSING_KINDS: readonly { value: Missing; label: string; detail: string }[] = [
  { value: 'missing', label: 'Missing', detail: 'No part of mortality' },
  { value: 'dead', label: 'Dead', detail: 'A loss, part of mortality' },
]

/** The same, each as one line. */
export const MISSING_CHOICES = MISSING_KINDS.map(({ value, label, detail }) => ({
  value,
  label: `${label}: ${detail.charAt(0).toLowerCase()}${detail.slice(1)}`,
}))
