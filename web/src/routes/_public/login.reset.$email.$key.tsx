import { createFileRoute } from '@tanstack/react-router'
import { ResetPassword } from '@/features/auth'
import { resetSearch } from '../-search/signIn'

export const Route = createFileRoute('/_public/login/reset/$email/$key')({
  validateSearch: resetSearch,
  component: Reset,
})

function Reset() {
  const { email, key } = Route.useParams()
  const { app } = Route.useSearch()
  return <ResetPassword email={email} resetKey={key} app={app} />
}
