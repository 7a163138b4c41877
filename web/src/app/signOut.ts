import type { QueryClient } from '@tanstack/react-query'
import { myUserQuery, signOut } from '@/api'
import { forgetDrafts } from '@/forms/forget'

/** Signs out of this browser at once, with or without a connection. The server is told as soon as it can be reached. */
export function signOutHereAndNow(queryClient: QueryClient): void {
  signOut()
  forgetDrafts(queryClient.getQueryData(myUserQuery.queryKey)?._id)
  queryClient.clear()
}
