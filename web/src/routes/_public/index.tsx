import { createFileRoute } from '@tanstack/react-router'
import { passIfSignedIn } from '@/app/guards'
import { SignedOut, SignIn } from '@/features/auth'
import { useArrival } from '@/shared/ui/useArrival'
import { signInSearch } from '../-search/signIn'

export const Route = createFileRoute('/_public/')({
  validateSearch: signInSearch,
  beforeLoad: passIfSignedIn,
  component: Home,
})

function Home() {
  const { returnUrl } = Route.useSearch()
  const [loggedOut] = useArrival('loggedOut')
  return loggedOut ? <SignedOut /> : <SignIn returnUrl={returnUrl} authRequired={false} />
}
