import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { sessionToken } from '@/api'
import { currentYear } from '@/shared/lib/days'
import { PRODUCT } from '@/shared/lib/product'
import { SchemeSwitch } from './SchemeSwitch'
import classes from './Shell.module.css'
import type { NavLink } from './sections'

interface Frame {
  /** The main links of a section; a page for everybody has none. */
  links?: readonly NavLink[]
  /** What the header has beside the links: after them, and before "Sign out". */
  switcher?: ReactNode
  tools?: ReactNode
  /** Beside the link to the work that waits. */
  count?: ReactNode
}

/** Sign-out is an act, so the link is never prefetched. */
function SignOutLink() {
  return (
    <Link to="/login/logout" preload={false} className={`${classes.quiet} ${classes.out}`}>
      <span>Sign out</span>
    </Link>
  )
}

/** On a page for everybody: the way in, or back to one's own, which `/` knows. */
function Standing() {
  if (sessionToken() === null) {
    return (
      <Link to="/login" className={classes.quiet}>
        Sign in
      </Link>
    )
  }
  return (
    <>
      <Link to="/" className={classes.quiet}>
        Home
      </Link>
      <SignOutLink />
    </>
  )
}

function Header({ links = [], switcher, tools, count }: Frame) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  /** Another link is nearer to where one is. */
  const further = (to = '') =>
    links.some(({ to: other = '', also = '' }) =>
      [other, also].some((nearer) => nearer.startsWith(`${to}/`) && path.startsWith(nearer)),
    )
  const within = (also?: string) => also !== undefined && path.startsWith(also)
  return (
    <header
      className={classes.header}
      data-many={links.length > 1 || undefined}
      data-tools={Boolean(tools) || undefined}
      data-farm={Boolean(switcher) || undefined}
    >
      <Link to="/" className={classes.logo}>
        <Mark />
        <ProductName />
      </Link>
      <nav aria-label="Main" className={classes.nav}>
        {links.map(({ label, to, also }) => (
          <Link
            key={label}
            to={to}
            activeOptions={{ exact: further(to) }}
            aria-current={within(also) ? 'page' : undefined}
            className={classes.navLink}
          >
            <span>{label}</span>
            {label === 'Work' && count}
          </Link>
        ))}
      </nav>
      {switcher}
      <span className={classes.space} />
      {tools}
      <SchemeSwitch />
      {links.length === 0 ? <Standing /> : <SignOutLink />}
    </header>
  )
}

function Footer({ links = [] }: Frame) {
  return (
    <footer className={classes.footer}>
      <Link to="/" className={classes.quiet}>
        Home
      </Link>
      {links.length > 0 && <SignOutLink />}
      <span>
        © {currentYear()} {PRODUCT}
      </span>
    </footer>
  )
}

/** Moves the focus to the new page's content, so that a screen reader and the Tab key start there. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const last = useRef(path)
  useEffect(() => {
    if (last.current !== undefined && last.current !== path) main.current?.focus({ preventScroll: true })
    last.current = path
  }, [path])
  return main
}

interface Props extends Frame {
  /** What must be seen before the page. */
  strip?: ReactNode
  /** The way around what the page belongs to. */
  aside?: ReactNode
  children: ReactNode
}

/** Header, content, footer: the frame of every page of a section. */
export function Shell({ strip, aside, children, ...header }: Props) {
  const main = useFocusOnArrival()
  return (
    <div className={classes.page}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Header {...header} />
      {strip}
      <div className={classes.body}>
        {aside}
        <main id="content" ref={main} tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
      <Footer links={header.links} />
    </div>
  )
}

/** The shell with two rings of growth. It stands beside the name, so it has none of its own. */
function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path
        className="mark-ink"
        d="M13.2 2.2c4.9 0 8.3 3.7 8.3 8.8 0 6.2-4.7 10.8-10.6 10.8-5 0-8.4-3.4-8.4-8.2 0-6.5 4.6-11.4 10.7-11.4Z"
      />
      <path className="mark-sea" d="M7 14.6c0-4.3 2.9-7.3 6.9-7.4M11 15.8c0-2.6 1.7-4.4 4.1-4.5" />
    </svg>
  )
}

/** Drawn as index.html has it; written if the product has another name (vite.config.ts). */
function ProductName() {
  if (!document.getElementById('wordmark')) return <span className={classes.product}>{PRODUCT}</span>
  return (
    <>
      <svg className={`wordmark ${classes.product}`} aria-hidden="true">
        <use href="#wordmark" />
      </svg>
      <span className="visually-hidden">{PRODUCT}</span>
    </>
  )
}
