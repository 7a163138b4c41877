import { Link, type LinkOptions } from '@tanstack/react-router'
import type { User } from '@/api'
import { mayEnter } from '@/shared/lib/roles'
import type { ShellSection } from './sections'

interface Props {
  user: User
  section: ShellSection
  className?: string
  onGo: () => void
}

/** The sections where one may be and is not. */
function elsewhere(user: User, section: ShellSection): { label: string; to: LinkOptions['to'] }[] {
  const manages = mayEnter('manage', user)
  return [
    ...(section !== 'manage' && manages ? [{ label: 'Farms', to: '/manage' as const }] : []),
    ...(section !== 'console' && mayEnter('farms', user)
      ? [{ label: manages ? 'All farms' : 'Farms', to: '/farms' as const }]
      : []),
    ...(section !== 'console' && mayEnter('admin', user) ? [{ label: 'Work', to: '/admin' as const }] : []),
  ]
}

const SETTINGS = [
  { label: 'Settings' },
  { label: 'Password', hash: 'password' },
  { label: 'Second factor', hash: 'second-factor' },
  { label: 'Sessions', hash: 'sessions' },
]

/** What belongs to the person: where else they may be, and their account, which a view does not open. */
export function AccountLinks({ user, section, className, onGo }: Props) {
  return (
    <>
      {elsewhere(user, section).map(({ label, to }) => (
        <Link key={label} to={to} className={className} onClick={onGo}>
          {label}
        </Link>
      ))}
      {(user.viewing ? [] : SETTINGS).map(({ label, hash }) => (
        <Link key={label} to="/account/settings" hash={hash} className={className} onClick={onGo}>
          {label}
        </Link>
      ))}
      <Link to="/login/logout" preload={false} className={className}>
        Sign out
      </Link>
    </>
  )
}
