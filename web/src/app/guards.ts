import type { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { ApiError, findSession, loseSession, myUserQuery, networkError, sessionToken, type User } from '@/api'
import { safeReturnUrl } from '@/shared/lib/returnUrl'
import { landing, mayEnter, type Section } from '@/shared/lib/roles'
import { askAhead, type Matched, soon } from './ahead'

interface Entry {
  context: { queryClient: QueryClient }
  location: ParsedLocation
}

/** The way to the sign-in form, and back to where the person was. */
export function signInInstead(returnUrl: string) {
  return { to: '/login', search: { returnUrl }, replace: true } as const
}

/** The innermost of the matched routes. If Entry named them, the routes' types would depend on themselves. */
function pageOf(entry: Entry): Matched | undefined {
  return (entry as Entry & { matches: Matched[] }).matches.at(-1)
}

function refused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** This tab's session, or one that it finds: a pasted link, or one that was opened beside its page, is signed in too. */
async function hasSession(): Promise<boolean> {
  if (sessionToken()) return true
  if ((await findSession()) === 'unreachable') throw networkError()
  return sessionToken() !== null
}

/** Staff who come to a farm as its manager does are led to their list, which offers them that farm. */
function admit(section: Section, user: User, path: string): void {
  if (mayEnter(section, user)) return
  throw redirect({ to: landing(user), replace: true, state: { offered: path } })
}

/**
 * Lets a signed-in person of the right group into a section, and sends everyone
 * else where they belong (AUTH-3 to AUTH-6). The page of a farm is asked for
 * before it is known who the person is: what they may not see, the server
 * withholds.
 */
export function guard(section: Section) {
  return async (entry: Entry): Promise<{ user: User; asked: Promise<void> }> => {
    const { context, location } = entry
    const signIn = signInInstead(location.pathname + location.searchStr)
    if (!(await hasSession())) throw redirect(signIn)
    const known = context.queryClient.getQueryData(myUserQuery.queryKey)
    if (known) admit(section, known, location.pathname)
    const asked = soon(askAhead(context.queryClient, pageOf(entry)))
    const token = sessionToken()
    const user = await context.queryClient.ensureQueryData(myUserQuery).catch((error) => {
      if (!refused(error)) throw error
      loseSession(token)
      throw redirect(signIn)
    })
    admit(section, user, location.pathname)
    return { user, asked }
  }
}

/**
 * For the sign-in form: those already signed in go straight on (AUTH-2). /login
 * says that a session has ended, and `/` leads there. If the server is busy or
 * out of reach the session is kept: it may well be good.
 */
export async function passIfSignedIn({ context, location }: Entry): Promise<{ authRequired: boolean }> {
  // Who has just signed out has done so in all tabs.
  if (location.state.loggedOut || !(await hasSession())) return { authRequired: false }
  const search = location.search as { returnUrl?: string }
  const token = sessionToken()
  try {
    const user = await context.queryClient.ensureQueryData(myUserQuery)
    throw redirect({ href: safeReturnUrl(search.returnUrl) ?? landing(user), replace: true })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.passing) throw error
    if (!refused(error)) return { authRequired: false }
    loseSession(token)
    // Another tab has handed one over meanwhile, or a view has ended.
    if (sessionToken()) throw redirect({ href: location.href, replace: true })
    if (location.pathname !== '/login') throw redirect(signInInstead(location.pathname + location.searchStr))
    return { authRequired: true }
  }
}
