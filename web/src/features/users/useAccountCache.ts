import { useQueryClient } from '@tanstack/react-query'
import { type Account, accountQuery, issuedQuery, myUserQuery, sessionsQuery, USER_LISTS } from '@/api'

/** The user in the query cache. */
export function useAccountCache(userId: string) {
  const client = useQueryClient()
  const { queryKey, queryFn } = accountQuery(userId)
  return {
    /** Takes over what a call has answered; whatever else shows this user is asked for again. */
    keep: (part: Partial<Account>) => {
      client.setQueryData(queryKey, (before) => before && { ...before, ...part })
      client.invalidateQueries({ queryKey: USER_LISTS })
      if (client.getQueryData(myUserQuery.queryKey)?._id === userId) {
        client.invalidateQueries({ queryKey: myUserQuery.queryKey })
      }
    },
    /** Asks for them as they are stored now. */
    reload: () => client.fetchQuery({ queryKey, queryFn, staleTime: 0 }),
    /** What was done has ended sessions of theirs. */
    signedOut: () => {
      client.invalidateQueries({ queryKey: issuedQuery(userId).queryKey })
      return client.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })
    },
    /** The user no longer exists. */
    drop: () => {
      client.removeQueries({ queryKey })
      client.invalidateQueries({ queryKey: USER_LISTS })
    },
  }
}
