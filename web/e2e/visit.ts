import type { Page } from '@playwright/test'

/** What the router tells of itself, and takes. */
interface Router {
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
  history: { push: (to: string) => void; replace: (to: string) => void }
  navigate: (to: { to: string; replace?: boolean; ignoreBlocker: boolean }) => Promise<void>
  options: { context: { queryClient: { clear: () => void } } }
}

/** An address of the app that is no page. */
const NOWHERE = '/no/such/page'

/** Pages that the server makes itself. */
const OF_THE_SERVER = /^\/(tag|docs|dev|api)\//

/**
 * Comes to an address as by a link within the app, and by a load where the app is not there yet.
 * The page before is gone then; what the new one asks for may still be on its way.
 */
export async function visit(page: Page, address: string, load: Page['goto'] = page.goto.bind(page)) {
  const within = await page.evaluate((to) => {
    const router = Reflect.get(window, '__TSR_ROUTER__') as Router | undefined
    if (!router) return false
    const { pathname, search, hash } = new URL(to, location.href)
    router.history.push(pathname + search + hash)
    return true
  }, address)
  return within ? arrived(page) : load(address)
}

/**
 * Comes to an address of the app as a load would, with nothing left of what was asked for and kept, but for the
 * code; by a load where the app is not there, or not with that session.
 */
export async function arrive(page: Page, address: string, token: string, load: Page['goto']) {
  const here = page.url()
  if (!here.startsWith('http')) return load(address)
  const { origin, pathname, search, hash } = new URL(address, here)
  if (origin !== new URL(here).origin || OF_THE_SERVER.test(pathname)) return load(address)
  const within = await page.evaluate(
    async ({ token, to, nowhere }) => {
      const router = Reflect.get(window, '__TSR_ROUTER__') as Router | undefined
      if (!router || sessionStorage.getItem('token') !== token) return false
      const empty = location.pathname === nowhere
      if (!empty) await router.navigate({ to: nowhere, ignoreBlocker: true })
      router.options.context.queryClient.clear()
      router.history[empty ? 'push' : 'replace'](to)
      return true
    },
    { token, to: pathname + search + hash, nowhere: NOWHERE },
  )
  return within ? arrived(page) : load(address)
}

async function arrived(page: Page): Promise<null> {
  // Polled by the driver: the page's own clock may stand still.
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (Reflect.get(window, '__TSR_ROUTER__') as Router).state
    return status === 'idle' && location.href === resolvedLocation?.href
  })
  return null
}

/** Leaves all pages of the app and forgets what they asked for and what is stored; false where it is not there, or not with that session. */
export async function leave(page: Page, token: string): Promise<boolean> {
  return page.evaluate(
    async ({ token, to }) => {
      const router = Reflect.get(window, '__TSR_ROUTER__') as Router | undefined
      if (!router || sessionStorage.getItem('token') !== token) return false
      await router.navigate({ to, replace: true, ignoreBlocker: true })
      router.options.context.queryClient.clear()
      for (const key of Object.keys(sessionStorage)) if (!['token', 'e2e'].includes(key)) sessionStorage.removeItem(key)
      localStorage.clear()
      return true
    },
    { token, to: NOWHERE },
  )
}
