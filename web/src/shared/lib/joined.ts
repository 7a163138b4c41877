/** "Bay Center, WA, USA": the parts there are. */
export function joined(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ')
}
