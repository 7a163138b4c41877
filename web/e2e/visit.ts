import type { Page } from '@playwright/test'

/** What the router tells of itself, and takes. */
interface Router {
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
  navigate: (to: { to: string; replace: boolean; ignoreBlocker: boolean }) => Promise<void>
  options: { context: { queryClient: { clear: () => void } } }
}

/** An address of the app that is no page. */
const NOWHERE = '/no/such/page'

/**
 * Comes to an address as by a link within the app, and by a load where the app is not there yet.
 * The page before is gone then; what the new one asks for may still be on its way.
 */
export async function visit(page: Page, address: string, load: Page['goto'] = page.goto.bind(page)) {
  const within = await page.evaluate((to) => {
    const there = '__TSR_ROUTER__' in window
    if (there) history.pushState({}, '', to)
    return there
  }, address)
  if (!within) return load(address)
  // Polled by the driver: the page's own clock may stand still.
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (Reflect.get(window, '__TSR_ROUTER__') as Router).state
    return status === 'idle' && location.href === resolvedLocation?.href
  })
  return null
}

/** Leaves all pages of the app and forgets what they asked for and kept; false where it is not there, or not with that session. */
export async function leave(page: Page, token: string): Promise<boolean> {
  return page.evaluate(
    async ({ token, to }) => {
      const router = Reflect.get(window, '__TSR_ROUTER__') as Router | undefined
      if (!router || sessionStorage.getItem('token') !== token) return false
      await router.navigate({ to, replace: true, ignoreBlocker: true })
      router.options.context.queryClient.clear()
      for (const key of Object.keys(sessionStorage)) if (!['token', 'e2e'].includes(key)) sessionStorage.removeItem(key)
      return true
    },
    { token, to: NOWHERE },
  )
}
