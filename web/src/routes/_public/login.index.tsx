import { createFileRoute } from '@tanstack/react-router'
import { passIfSignedIn } from '@/app/guards'
import { SignIn } from '@/features/auth'
import { signInSearch } from '../-search/signIn'

export const Route = createFileRoute('/_public/login/')({
  validateSearch: signInSearch,
  beforeLoad: passIfSignedIn,
  component: Login,
})

function Login() {
  const { returnUrl } = Route.useSearch()
  const { authRequired } = Route.useRouteContext()
  return <SignIn returnUrl={returnUrl} authRequired={authRequired} />
}
