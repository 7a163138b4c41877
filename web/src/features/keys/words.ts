import type { FarmKey, FarmKeyRight } from '@/api'

export const RIGHTS: readonly { right: FarmKeyRight; label: string }[] = [
  { right: 'reports', label: 'Read reports' },
  { right: 'record', label: 'Record and correct' },
  { right: 'tags', label: 'See tags, and say what was done with them' },
  { right: 'prints', label: 'Print labels' },
]

/** What a key may do, in words. */
export function rightsWords({ rights }: Pick<FarmKey, 'rights'>): string {
  const names: readonly string[] = rights
  return RIGHTS.filter(({ right }) => names.includes(right))
    .map(({ label }, at) => (at === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1)))
    .join('; ')
}
