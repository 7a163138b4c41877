import { useQueryClient } from '@tanstack/react-query'
import { type AdminGroup, GROUPS, groupQuery, myUserQuery } from '@/api'

/** The group as this app holds it. */
export function useGroupCache(groupId: string) {
  const client = useQueryClient()
  const { queryKey, queryFn } = groupQuery(groupId)
  const forgetLists = () =>
    client.invalidateQueries({ queryKey: GROUPS, predicate: (query) => query.queryKey[1] !== 'one' })
  return {
    /** Takes what a call has answered over. What its members may do may have changed, one's own rights too. */
    keep: (group: AdminGroup) => {
      client.setQueryData(queryKey, group)
      forgetLists()
      client.invalidateQueries({ queryKey: myUserQuery.queryKey })
    },
    /** Asks for it as it is stored now. */
    reload: () => client.fetchQuery({ queryKey, queryFn, staleTime: 0 }),
    /** There is no such group any longer. */
    drop: () => {
      client.removeQueries({ queryKey })
      forgetLists()
    },
  }
}
