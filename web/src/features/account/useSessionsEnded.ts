import { useQueryClient } from '@tanstack/react-query'
import { mySessionsQuery } from '@/api'

/** What to call once sessions of this person have ended. */
export function useSessionsEnded() {
  const client = useQueryClient()
  return () => client.invalidateQueries(mySessionsQuery)
}
