import type { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { ApiError, loseSession, myUserQuery, sessionToken, type User } from '@/api'
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

function admit(section: Section, user: User): void {
  if (!mayEnter(section, user)) throw redirect({ to: landing(user), replace: true })
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
    if (!sessionToken()) throw redirect(signIn)
    const known = context.queryClient.getQueryData(myUserQuery.queryKey)
    if (known) admit(section, known)
    const asked = soon(askAhead(context.queryClient, pageOf(entry)))
    const user = await context.queryClient.ensureQueryData(myUserQuery).catch((error) => {
      if (!refused(error)) throw error
      loseSession()
      throw redirect(signIn)
    })
    admit(section, user)
    return { user, asked }
  }
}

/**
 * For the sign-in form: those already signed in go straight on (AUTH-2). /login
 * says that a session has ended, and `/` leads there. If the server is busy or
 * out of reach the session is kept: it may well be good.
 */
export async function passIfSignedIn({ context, location }: Entry): Promise<{ authRequired: boolean }> {
  if (!sessionToken()) return { authRequired: false }
  const search = location.search as { returnUrl?: string }
  try {
    const user = await context.queryClient.ensureQueryData(myUserQuery)
    throw redirect({ href: safeReturnUrl(search.returnUrl) ?? landing(user), replace: true })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.passing) throw error
    if (!refused(error)) return { authRequired: false }
    loseSession()
    if (location.pathname !== '/login') throw redirect(signInInstead(location.pathname + location.searchStr))
    return { authRequired: true }
  }
}
