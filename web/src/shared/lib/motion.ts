/** False for who asked the system for less motion. */
export function moves(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}
