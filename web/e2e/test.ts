import { test as base, expect } from '@playwright/test'
import { KeptContext } from './kept'
import { OwnServer, type Server } from './server'
import { type Account, tokenOf, withSession } from './session'
import { mapOurFramesAlone } from './stacks'
import { Troubles } from './troubles'

export { expect }

mapOurFramesAlone()

interface Options {
  /** Who is signed in before the test begins; nobody when not set. */
  as: Account | undefined
  /** Set to import.meta.url in files whose tests change something: one after the other, they share a server that no other file has. */
  alone: string | undefined
  /** Settings of that server. */
  settings: Record<string, string>
  /** The test needs a browser's context that nobody had before: for what outlives a page, or for what is kept of none. */
  apart: boolean
  /**
   * The test is about how pages load, or leaves in its tab what cannot be taken back. Others that are signed in have
   * the tab of the test before, and `goto` goes to a page within the app.
   */
  ownTab: boolean
}

interface Fixtures {
  /** The server of a file that is alone. */
  server: Server
  serverUrl: string
  /** Whatever goes wrong unseen fails the test, unless it says that it expects it. */
  troubles: Troubles
}

export const test = base.extend<Options & Fixtures, { own: OwnServer; kept: KeptContext }>({
  alone: [undefined, { option: true }],
  settings: [{}, { option: true }],
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
    async ({}, use) => {
      const own = new OwnServer()
      await use(own)
      await own.stop()
    },
    { scope: 'worker' },
  ],
  apart: [false, { option: true }],
  ownTab: [false, { option: true }],
  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const kept = new KeptContext()
      await use(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ alone, settings, own }, use) => {
      if (!alone) throw new Error('only a file that is alone has a server of its own')
      await use(await own.of(alone, settings))
    },
    { timeout: 90_000 },
  ],
  serverUrl: [
    async ({ alone, settings, own }, use) => use(alone ? (await own.of(alone, settings)).url : sharedUrl()),
    { timeout: 90_000 },
  ],
  baseURL: ({ serverUrl }, use) => use(serverUrl),
  as: [undefined, { option: true }],
  context: async (
    { as, apart, ownTab, kept, browser, serverUrl, viewport, locale, javaScriptEnabled, colorScheme, contextOptions },
    use,
    info,
  ) => {
    const key = JSON.stringify([serverUrl, viewport, locale, javaScriptEnabled, colorScheme, contextOptions])
    const context = apart ? await browser.newContext() : await kept.of(key, browser, serverUrl)
    if (!as || ownTab) await kept.closeTab()
    await use(context)
    if (apart) await context.close()
    else if (info.status === info.expectedStatus) await kept.empty()
    else await kept.close()
  },
  troubles: [
    async ({ context, serverUrl }, use) => {
      const troubles = new Troubles(context, serverUrl)
      await use(troubles)
      expect(troubles.left(), 'unseen troubles').toEqual([])
    },
    { auto: true },
  ],
  page: async ({ context, as, apart, ownTab, kept, troubles, serverUrl, colorScheme, contextOptions }, use) => {
    const token = as && (await tokenOf(serverUrl, as))
    if (token && !apart && !ownTab) {
      const { page, fresh } = await kept.tab(context, token, {
        colorScheme: colorScheme ?? 'light',
        reducedMotion: contextOptions.reducedMotion ?? 'no-preference',
      })
      if (!fresh) troubles.watch(page)
      return use(page)
    }
    const page = await context.newPage()
    if (token) await withSession(page, token)
    await use(page)
  },
})

function sharedUrl(): string {
  const url = process.env.E2E_URL
  if (!url) throw new Error('the shared server is not running')
  return url
}
