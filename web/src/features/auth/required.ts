import { ApiError } from '@/api'

/** Refuses what is still empty as the server would refuse it, before anything is sent. */
export function required(values: Record<string, string>, words: Record<string, string>): void {
  const missing = Object.fromEntries(Object.entries(words).filter(([name]) => !values[name]))
  const [first] = Object.values(missing)
  if (first) throw new ApiError(400, first, missing)
}
