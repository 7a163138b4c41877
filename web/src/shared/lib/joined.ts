/** "Bay Center, WA, USA": whichever parts are given. */
export function joined(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ')
}
