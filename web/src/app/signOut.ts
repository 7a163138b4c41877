import type { QueryClient } from '@tanstack/react-query'
import { myUserQuery, signOut } from '@/api'
import { forgetDrafts } from '@/forms/forget'

/**
 * Signs out of this browser at once, with or without a connection. The server is told as soon as it can be reached.
 * The page that is left is still drawn, and would ask again for what is forgotten: the answers go with it (router.tsx).
 */
export function signOutHereAndNow(queryClient: QueryClient): void {
  signOut()
  forgetDrafts(queryClient.getQueryData(myUserQuery.queryKey)?._id)
}
