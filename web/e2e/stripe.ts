import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startServer } from './server'
import { test as base, expect } from './test'

export { expect }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Fixtures {
  /** The stateful fake of Stripe, which serves the hosted pages too. */
  fake: { url: string; desk: string }
  /** Lets it tell the product what has happened there since it last did. */
  hear: () => Promise<void>
}

/** As the other tests, each worker on a server of its own that charges cards at a fake. */
export const test = base.extend<object, Fixtures>({
  fake: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern.
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'merroir-stripe-'))
      const program = join(dir, 'stripefake')
      execFileSync('go', ['build', '-o', program, './internal/billing/stripetest/stripefake'], { cwd: ROOT })
      const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
      const ended = once(child, 'exit')
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
      const [url = '', desk = ''] = line.split(' ')
      await use({ url, desk })
      child.stdin.end()
      await ended
      await rm(dir, { recursive: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  serverUrl: [
    async ({ fake }, use) => {
      const server = await startServer({
        MERROIR_STRIPE_KEY: 'sk_test_1',
        MERROIR_STRIPE_WEBHOOK_SECRET: 'whsec_test',
        MERROIR_STRIPE_URL: fake.url,
      })
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  hear: [
    async ({ fake, serverUrl }, use) => {
      await use(async () => {
        const to = encodeURIComponent(`${serverUrl}/api/billing/stripe`)
        const answer = await fetch(`${fake.desk}/events?to=${to}`, { method: 'POST' })
        expect(answer.status, await answer.text()).toBe(200)
      })
    },
    { scope: 'worker' },
  ],
})
