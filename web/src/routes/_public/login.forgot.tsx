import { createFileRoute } from '@tanstack/react-router'
import { ForgotPassword } from '@/features/auth'
import { forgotSearch } from '../-search/signIn'

export const Route = createFileRoute('/_public/login/forgot')({
  validateSearch: forgotSearch,
  component: Forgot,
})

function Forgot() {
  const { app } = Route.useSearch()
  return <ForgotPassword app={app} />
}
