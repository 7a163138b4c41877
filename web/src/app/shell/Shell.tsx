import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { findSession, sessionToken, watchSession } from '@/api'
import { currentYear } from '@/shared/lib/days'
import { PRODUCT } from '@/shared/lib/product'
import { SchemeSwitch } from './SchemeSwitch'
import classes from './Shell.module.css'

interface Frame {
  /** The main links of a section; a page for everybody has none. */
  nav?: ReactNode
  /** They are more than one. */
  many?: boolean
  /** What the header has beside the links: after them, and before "Sign out". */
  switcher?: ReactNode
  tools?: ReactNode
}

/** Sign-out is an act, so the link is never prefetched. */
function SignOutLink() {
  return (
    <Link to="/login/logout" preload={false} data-part="out" className={classes.quiet}>
      <span>Sign out</span>
    </Link>
  )
}

/** Whether there is a session; the last ends it. */
const ASK_THEMSELVES = ['/', '/login', '/login/logout']

/** On a page for everybody: the way in, or back to one's own, which `/` knows. */
function Standing() {
  const token = useSyncExternalStore(watchSession, sessionToken)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (token === null && !ASK_THEMSELVES.includes(path)) findSession()
  }, [token, path])
  if (token === null) {
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

function Header({ nav, many, switcher, tools }: Frame) {
  return (
    <header
      className={classes.header}
      data-many={many || undefined}
      data-tools={Boolean(tools) || undefined}
      data-farm={Boolean(switcher) || undefined}
    >
      <Link to="/" data-part="logo" className={classes.logo}>
        <svg width="24" height="24" aria-hidden="true">
          <use href="#mark" />
        </svg>
        <ProductName />
      </Link>
      {nav}
      {switcher}
      <span data-part="space" className={classes.space} />
      {tools}
      <SchemeSwitch />
      {nav ? <SignOutLink /> : <Standing />}
    </header>
  )
}

function Footer({ nav }: Frame) {
  return (
    <footer className={classes.footer}>
      <Link to="/" className={classes.quiet}>
        Home
      </Link>
      {nav && <SignOutLink />}
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

/** Header, content, footer: the frame of every page. The parts of the header are named for SectionHeader.module.css. */
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
      <Footer nav={header.nav} />
    </div>
  )
}

/** Drawn as index.html has it, as the mark is; written if the product has another name (vite.config.ts). */
function ProductName() {
  if (!document.getElementById('wordmark')) return <span data-part="product">{PRODUCT}</span>
  return (
    <>
      <svg data-part="product" className="wordmark" aria-hidden="true">
        <use href="#wordmark" />
      </svg>
      <span className="visually-hidden">{PRODUCT}</span>
    </>
  )
}
