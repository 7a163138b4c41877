import { test as base, expect } from '@playwright/test'
import { startServer } from './server'
import { type Account, tokenOf, withSession } from './session'
import { Troubles } from './troubles'

export { expect }

interface Options {
  /** Who is signed in before the test begins; nobody when not set. */
  as: Account | undefined
}

interface Fixtures {
  /** Whatever goes wrong unseen fails the test, unless it says that it expects it. */
  troubles: Troubles
}

interface WorkerFixtures {
  /** Set to import.meta.url in files whose tests change something: each gets servers to itself. */
  alone: string | undefined
  serverUrl: string
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  alone: [undefined, { option: true, scope: 'worker' }],
  serverUrl: [
    async ({ alone }, use) => {
      if (!alone) return use(sharedUrl())
      const server = await startServer()
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ serverUrl }, use) => use(serverUrl),
  as: [undefined, { option: true }],
  troubles: [
    async ({ context, serverUrl }, use) => {
      const troubles = new Troubles(context, serverUrl)
      await use(troubles)
      expect(troubles.left(), 'unseen troubles').toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page, as, serverUrl }, use) => {
    if (as) await withSession(page, await tokenOf(serverUrl, as))
    await use(page)
  },
})

function sharedUrl(): string {
  const url = process.env.E2E_URL
  if (!url) throw new Error('the shared server is not running')
  return url
}
