import {
  type DefaultError,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Like useQuery, for one question after another: while the next answer is
 * loading, and if it fails to come, the last good one stays. `stale` says that
 * what is shown does not answer the current question, `from` when it came in.
 */
export function useAnswers<F, D, K extends QueryKey>(options: UseQueryOptions<F, DefaultError, D, K>) {
  const query = useQuery({ ...options, placeholderData: keepPreviousData } as UseQueryOptions<F, DefaultError, D, K>)
  const [last, setLast] = useState<{ data: D; from: number } | null>(null)
  const fresh = query.data !== undefined && !query.isPlaceholderData ? query.data : undefined
  if (fresh !== undefined && (last?.data !== fresh || last.from !== query.dataUpdatedAt)) {
    setLast({ data: fresh, from: query.dataUpdatedAt })
  }
  const shown = fresh ?? query.data ?? last?.data
  return {
    data: shown,
    stale: shown !== undefined && (fresh === undefined || query.isError),
    from: last?.from ?? 0,
    error: query.error,
    isError: query.isError,
    isFetching: query.isFetching,
    isLoading: query.isLoading,
    isPending: query.isPending,
    refetch: query.refetch,
  }
}
