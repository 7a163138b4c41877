import type { Page } from '@playwright/test'

/** What the router tells of itself. */
interface Router {
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
}

/**
 * Comes to an address as by a link within the app, and by a load where the app is not there yet.
 * The page before is gone then; what the new one asks for may still be on its way.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const router = await page.evaluateHandle(() => Reflect.get(window, '__TSR_ROUTER__') as Router | undefined)
  if (!(await router.evaluate((there) => there !== undefined))) {
    await page.goto(address)
    return
  }
  await page.evaluate((to) => history.pushState({}, '', to), address)
  await page.waitForFunction((router) => {
    const { status, location, resolvedLocation } = (router as Router).state
    return status === 'idle' && location.href === resolvedLocation?.href
  }, router)
}
