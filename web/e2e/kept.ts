import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { withSession } from './session'
import { arrive, leave } from './visit'

/** What tests listen to. */
const TOLD = ['page', 'request', 'response', 'console', 'dialog'] as const
const TOLD_OF_PAGE = ['request', 'response', 'console', 'dialog', 'pageerror', 'download', 'popup'] as const

/** How the pages of a context are shown. */
type Media = Pick<BrowserContextOptions, 'colorScheme' | 'reducedMotion'>
type Shown = Parameters<Page['emulateMedia']>[0]

/** A tab with the app in it, signed in by the token, as it was before any test had it. */
interface Tab {
  page: Page
  token: string
  viewport: { width: number; height: number } | null
  /** As it is shown before a test, and as it is now. */
  media: Shown
  shown: Shown
}

/** What outlives a test, as there is no way to take it back. */
const refuse = (one: object, how: 'apart' | 'ownTab', ...lasting: string[]) => {
  for (const name of lasting)
    Object.defineProperty(one, name, {
      value: () => {
        throw new Error(`${name} outlives the test: it needs test.use({ ${how}: true })`)
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
  private kept: { key: string; context: BrowserContext; stays: Page; tab?: Tab } | undefined

  /** That of the key (a server, and how its pages are shown); another one's is given up. */
  async of(key: string, browser: Browser, url: string): Promise<BrowserContext> {
    if (this.kept?.key === key) return this.kept.context
    await this.close()
    const context = await browser.newContext()
    const stays = await context.newPage()
    await stays.goto(`${url}/readyz`)
    refuse(context, 'apart', 'addInitScript', 'exposeFunction', 'exposeBinding')
    refuse(context.clock, 'apart', 'install', 'setFixedTime', 'setSystemTime')
    this.kept = { key, context, stays }
    return context
  }

  /**
   * The tab of the context that tests of the token have after each other: it stays at the app, and comes to an address
   * within it, which is a fifth of what a tab of one's own and a load cost.
   */
  async tab(context: BrowserContext, token: string, media: Media): Promise<{ page: Page; fresh: boolean }> {
    const { kept } = this
    if (kept?.context !== context) throw new Error('a context of its own has no tab that is kept')
    if (kept.tab?.token === token) return { page: kept.tab.page, fresh: false }
    await this.closeTab()
    const page = await context.newPage()
    const before = { media: null, ...media }
    const tab: Tab = { page, token, viewport: page.viewportSize(), media: before, shown: before }
    const emulate = page.emulateMedia.bind(page)
    page.emulateMedia = async (change) => {
      const shown = { ...tab.shown, ...change }
      if (isDeepStrictEqual(shown, tab.shown)) return
      tab.shown = shown
      await emulate(change)
    }
    kept.tab = tab
    await withSession(page, token)
    const load = page.goto.bind(page)
    page.goto = (address) => arrive(page, address, token, load)
    refuse(page, 'ownTab', 'addInitScript', 'exposeFunction', 'exposeBinding')
    return { page, fresh: true }
  }

  /** Before tests with tabs of their own: it would sign them in. */
  async closeTab(): Promise<void> {
    const tab = this.kept?.tab
    if (this.kept) this.kept.tab = undefined
    await tab?.page.close()
  }

  /** Takes back what a test did; what cannot be emptied is not kept. */
  async empty(): Promise<void> {
    const { kept } = this
    this.kept = undefined
    if (!kept) return
    const { context, stays, tab } = kept
    if (stays.isClosed()) return context.close()
    for (const page of context.pages()) if (page !== stays && page !== tab?.page) await page.close()
    if (tab && !(await emptied(tab))) {
      await tab.page.close()
      kept.tab = undefined
    }
    for (const event of TOLD) context.removeAllListeners(event)
    await context.unrouteAll()
    await context.clearCookies()
    if (!kept.tab) await stays.evaluate(() => localStorage.clear())
    this.kept = kept
  }

  async close(): Promise<void> {
    const context = this.kept?.context
    this.kept = undefined
    await context?.close()
  }
}

/** False for a tab that is not at the app any more, or in which somebody signed in or out. */
async function emptied({ page, token, viewport, media }: Tab): Promise<boolean> {
  if (page.isClosed()) return false
  for (const event of TOLD_OF_PAGE) page.removeAllListeners(event)
  await page.unrouteAll()
  if (!(await leave(page, token))) return false
  await page.emulateMedia(media)
  const { width, height } = page.viewportSize() ?? {}
  if (viewport && (width !== viewport.width || height !== viewport.height)) await page.setViewportSize(viewport)
  return true
}
