import { Link } from '@tanstack/react-router'
import { AuthCard } from './AuthCard'

export function SignedOut() {
  return (
    <AuthCard title="Logout successful.">
      <Link to="/login">Sign in again</Link>
    </AuthCard>
  )
}
