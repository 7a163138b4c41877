import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api'

/** One more try for what passes on its own (a dropped line, a restart); a refusal is shown at once. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.passing
}

/** The library takes the first answer as up to date though a change has made it old while it was on its way; here it is asked for again. */
class Client extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const coming = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    await super.invalidateQueries(filters, options)
    if (coming.length === 0) return
    await Promise.allSettled(coming.map(({ promise }) => promise))
    await super.invalidateQueries({ ...filters, predicate: (query) => coming.includes(query) }, options)
  }
}

export function createQueryClient(): QueryClient {
  return new Client({
    defaultOptions: {
      queries: { retry: worthRetrying, retryDelay: 700, staleTime: 15_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
