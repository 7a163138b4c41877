import type { Browser, BrowserContext, Page } from '@playwright/test'

/** What outlives a test, as there is no way to take it back. */
const refuse = (one: object, ...lasting: string[]) => {
  for (const name of lasting)
    Object.defineProperty(one, name, {
      value: () => {
        throw new Error(`${name} outlives the test: it needs test.use({ apart: true })`)
      },
    })
}

/**
 * The context that a worker's tests have after each other, emptied: each begins with a tab of its
 * own, without cookies and what is stored. A tab of the server that stays keeps the process and
 * what is compiled of the app, which is two thirds of what a first page costs. Files of the app may
 * stay in its memory too, so a test that holds one back is apart.
 */
export class KeptContext {
  private kept: { key: string; context: BrowserContext; stays: Page } | undefined

  /** That of the key (a server, and how its pages are shown); another one's is given up. */
  async of(key: string, browser: Browser, url: string): Promise<BrowserContext> {
    if (this.kept?.key === key) return this.kept.context
    await this.close()
    const context = await browser.newContext()
    const stays = await context.newPage()
    await stays.goto(`${url}/readyz`)
    refuse(context, 'addInitScript', 'exposeFunction', 'exposeBinding')
    refuse(context.clock, 'install', 'setFixedTime', 'setSystemTime')
    this.kept = { key, context, stays }
    return context
  }

  /** Takes back what a test did; what cannot be emptied is not kept. */
  async empty(): Promise<void> {
    const { kept } = this
    this.kept = undefined
    if (!kept) return
    const { context, stays } = kept
    if (stays.isClosed()) return context.close()
    for (const page of context.pages()) if (page !== stays) await page.close()
    for (const event of ['page', 'request', 'response', 'console', 'dialog'] as const) context.removeAllListeners(event)
    await context.unrouteAll()
    await context.clearCookies()
    await stays.evaluate(() => localStorage.clear())
    this.kept = kept
  }

  async close(): Promise<void> {
    const context = this.kept?.context
    this.kept = undefined
    await context?.close()
  }
}
