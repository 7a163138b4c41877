import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useIntoSight } from '@/shared/ui/useIntoSight'
import classes from './SectionHeader.module.css'
import type { NavLink } from './sections'

interface Props {
  links: readonly NavLink[]
  /** Beside the link to the work that waits. */
  count?: ReactNode
}

/** The links of a section, in its header. */
export function MainNav({ links, count }: Props) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  /** Another link is nearer to where one is. */
  const further = (to = '') =>
    links.some(({ to: other = '', also = '' }) =>
      [other, also].some((nearer) => nearer.startsWith(`${to}/`) && path.startsWith(nearer)),
    )
  const within = (also?: string) => also !== undefined && path.startsWith(also)
  const nav = useRef<HTMLElement>(null)
  useIntoSight(nav, '[aria-current="page"]', path + links.length)
  return (
    <nav ref={nav} aria-label="Main" className={classes.nav}>
      {links.map(({ label, to, also }) => (
        <Link
          key={label}
          to={to}
          activeOptions={{ exact: further(to) }}
          aria-current={within(also) ? 'page' : undefined}
          className={classes.link}
        >
          <span>{label}</span>
          {label === 'Work' && count}
        </Link>
      ))}
    </nav>
  )
}
