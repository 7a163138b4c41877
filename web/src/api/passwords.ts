import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

export function forgotPassword(email: string, app?: string) {
  return dataOf(api.POST('/api/login/forgot', { body: { email, app } }))
}

export function resetPassword(email: string, key: string, password: string, revokeIssued: boolean) {
  const body = { email, key, password, ...(revokeIssued && { revokeIssued }) }
  return dataOf(api.POST('/api/login/reset', { body }))
}

/** The minimum length of a password. */
export const passwordRulesQuery = queryOptions({
  queryKey: ['passwords', 'rules'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/passwords/rules', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})
