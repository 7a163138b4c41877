import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api'

/** One more try for what passes on its own (a dropped line, a restart); a refusal is shown at once. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.passing
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetrying, retryDelay: 700, staleTime: 15_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
