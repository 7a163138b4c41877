import { type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api'

/** One more try for what passes on its own (a dropped line, a restart); a refusal is shown at once. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.passing
}

/** The library takes the first answer as up to date though a change has made it old while it was on its way; here it is asked for again. */
class Client extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters): Promise<void> {
    const asked = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
    const first = asked.filter((query) => query.state.data === undefined)
    await super.invalidateQueries(filters)
    await Promise.allSettled(first.map((query) => query.promise))
    if (first[0]) await super.invalidateQueries({ ...filters, predicate: (query) => first.includes(query) })
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
