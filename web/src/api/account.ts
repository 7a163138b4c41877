import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { User } from './schema'

export type { User }

/** Who is signed in. Kept for the life of the page; signing in and out replace or clear it. */
export const myUserQuery = queryOptions({
  queryKey: ['users', 'my'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/users/my', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export function login(username: string, password: string) {
  return dataOf(api.POST('/api/login', { body: { username, password } }))
}

/** Ends the session on the server as well. */
export function logout() {
  return dataOf(api.POST('/api/logout'))
}

export function forgotPassword(email: string, app?: string) {
  return dataOf(api.POST('/api/login/forgot', { body: { email, app } }))
}

export function resetPassword(email: string, key: string, password: string) {
  return dataOf(api.POST('/api/login/reset', { body: { email, key, password } }))
}
