import { useQueryClient } from '@tanstack/react-query'
import { type AdminGroup, GROUPS, groupQuery, myUserQuery } from '@/api'

/** The group in the query cache. */
export function useGroupCache(groupId: string) {
  const client = useQueryClient()
  const { queryKey, queryFn } = groupQuery(groupId)
  const forgetLists = () =>
    client.invalidateQueries({ queryKey: GROUPS, predicate: (query) => query.queryKey[1] !== 'one' })
  return {
    /** Takes over what a call has answered. What its members may do may have changed, and so may one's own rights. */
    keep: (group: AdminGroup) => {
      client.setQueryData(queryKey, group)
      forgetLists()
      client.invalidateQueries({ queryKey: myUserQuery.queryKey })
    },
    /** Asks for it as it is stored now. */
    reload: () => client.fetchQuery({ queryKey, queryFn, staleTime: 0 }),
    /** The group no longer exists. */
    drop: () => {
      client.removeQueries({ queryKey })
      forgetLists()
    },
  }
}
