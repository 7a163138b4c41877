import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test as base, expect } from './test'

export { expect }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The stateful fake of Stripe, which serves the hosted pages too. */
interface Fake {
  url: string
  desk: string
}

interface Fixtures {
  /** Lets the fake tell the product what has happened there since it last did. */
  hear: () => Promise<void>
}

/** Of a server that charges cards at a fake. */
export const test = base.extend<Fixtures, { fake: Fake }>({
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
  settings: ({ fake }, use) =>
    use({ MERROIR_STRIPE_KEY: 'sk_test_1', MERROIR_STRIPE_WEBHOOK_SECRET: 'whsec_test', MERROIR_STRIPE_URL: fake.url }),
  hear: ({ fake, serverUrl }, use) =>
    use(async () => {
      const to = encodeURIComponent(`${serverUrl}/api/billing/stripe`)
      const answer = await fetch(`${fake.desk}/events?to=${to}`, { method: 'POST' })
      expect(answer.status, await answer.text()).toBe(200)
    }),
})
