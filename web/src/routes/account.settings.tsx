import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { myUserQuery, type User } from '@/api'
import { AccountSettings } from '@/features/account'

export const Route = createFileRoute('/account/settings')({ component: Settings })

function Settings() {
  const { user } = Route.useRouteContext()
  const queryClient = useQueryClient()
  const router = useRouter()
  const onChanged = (now: User) => {
    queryClient.setQueryData(myUserQuery.queryKey, now)
    router.invalidate()
  }
  return <AccountSettings user={user} onChanged={onChanged} />
}
