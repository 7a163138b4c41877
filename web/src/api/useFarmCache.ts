import { useQueryClient } from '@tanstack/react-query'
import { farmQuery } from './farms'
import type { Farm } from './schema'

/** The farm in the query cache. */
export function useFarmCache(farmId: string) {
  const client = useQueryClient()
  const { queryKey, queryFn } = farmQuery(farmId)
  return {
    /** Takes over what a call has answered; the lists are asked for again. */
    keep: (part: Partial<Farm>) => {
      client.setQueryData(queryKey, (before) => before && { ...before, ...part })
      client.invalidateQueries({ queryKey: ['farms'] })
    },
    /** Takes over the farm that a call has answered; what else is known of it, such as its bills, is asked for again. */
    replace: (farm: Partial<Farm>) => {
      client.setQueryData(queryKey, (before) => before && { ...before, ...farm })
      client.invalidateQueries({ queryKey, predicate: (query) => query.queryKey.length > queryKey.length })
      client.invalidateQueries({ queryKey: ['farms'] })
    },
    /** Asks for it as it is stored now. */
    reload: () => client.fetchQuery({ queryKey, queryFn, staleTime: 0 }),
    /** Everything known about the farm is out of date. */
    forget: () => client.invalidateQueries({ queryKey }),
  }
}
