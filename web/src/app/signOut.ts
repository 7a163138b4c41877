import type { QueryClient } from '@tanstack/react-query'
import { myUserQuery, signOut } from '@/api'
import { forgetDrafts } from '@/forms/forget'

/**
 * Signs out of this browser at once, with or without a connection. The server is told as soon as it can be reached.
 * The page that is left is still drawn, and asks for nothing more.
 */
export function signOutHereAndNow(queryClient: QueryClient): void {
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, enabled: false } })
  signOut()
  forgetDrafts(queryClient.getQueryData(myUserQuery.queryKey)?._id)
}

/** The page that says so is there: whoever signs in next asks anew. */
export function startAnew(queryClient: QueryClient): void {
  queryClient.clear()
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, enabled: true } })
}
