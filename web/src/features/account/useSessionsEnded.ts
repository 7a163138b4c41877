import { useQueryClient } from '@tanstack/react-query'
import { myIssuedQuery, mySessionsQuery } from '@/api'

/** What to call once sessions of this person have ended. */
export function useSessionsEnded() {
  const client = useQueryClient()
  return () => {
    client.invalidateQueries(myIssuedQuery)
    return client.invalidateQueries(mySessionsQuery)
  }
}
