import { useQueryClient } from '@tanstack/react-query'
import { farmQuery } from './farms'
import type { Farm } from './schema'

/** The farm as this app holds it. */
export function useFarmCache(farmId: string) {
  const client = useQueryClient()
  const { queryKey, queryFn } = farmQuery(farmId)
  return {
    /** Takes what a call has answered over; the lists are asked for again. */
    keep: (part: Partial<Farm>) => {
      client.setQueryData(queryKey, (before) => before && { ...before, ...part })
      client.invalidateQueries({ queryKey: ['farms'] })
    },
    /** Asks for it as it is stored now. */
    reload: () => client.fetchQuery({ queryKey, queryFn, staleTime: 0 }),
    /** Everything that is known of it is old. */
    forget: () => client.invalidateQueries({ queryKey }),
  }
}
