import { createFileRoute, useLocation } from '@tanstack/react-router'
import { ForgotPassword } from '@/features/auth'
import { forgotSearch } from '../-search/signIn'

export const Route = createFileRoute('/_public/login/forgot')({
  validateSearch: forgotSearch,
  component: Forgot,
})

function Forgot() {
  const { app } = Route.useSearch()
  const { email } = useLocation().state
  return <ForgotPassword app={app} email={email} />
}
