import type { Account } from './session'
import { expect, test } from './test'
import { visit } from './visit'

const AREAS = ['/farms', '/farms/setup', '/admin', '/manage', '/account/settings'] as const

/** Where each person ends who opens each area. */
const ENDS: Record<Account, Record<(typeof AREAS)[number], string>> = {
  root: {
    '/farms': '/farms',
    '/farms/setup': '/farms/setup',
    '/admin': '/admin',
    '/manage': '/farms',
    '/account/settings': '/account/settings',
  },
  admin: {
    '/farms': '/farms',
    '/farms/setup': '/farms/setup',
    '/admin': '/admin',
    '/manage': '/farms',
    '/account/settings': '/account/settings',
  },
  manager: {
    '/farms': '/manage',
    '/farms/setup': '/manage',
    '/admin': '/manage',
    '/manage': '/manage',
    '/account/settings': '/account/settings',
  },
  member: {
    '/farms': '/account/settings',
    '/farms/setup': '/account/settings',
    '/admin': '/account/settings',
    '/manage': '/account/settings',
    '/account/settings': '/account/settings',
  },
}

for (const account of Object.keys(ENDS) as Account[]) {
  test.describe(account, () => {
    test.use({ as: account })
    test(`AUTH-4 AUTH-5 AUTH-6 ${account} is let in or sent home`, async ({ page }) => {
      for (const area of AREAS) {
        await visit(page, area)
        await expect(page, `from ${area}`).toHaveURL(ENDS[account][area])
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
    })
  })
}

test('AUTH-3 AUTH-6 nobody is let in anywhere, but to the tags', async ({ page }) => {
  for (const area of AREAS) {
    await page.goto(area)
    await expect(page).toHaveURL(`/login?returnUrl=${area}`)
  }
  await page.goto('/tag/7a0000000000000000000001')
  await expect(page.getByRole('heading', { name: 'From the water to you' })).toBeVisible()
})

test.describe('the shell', () => {
  test.describe('of a manager', () => {
    test.use({ as: 'manager' })
    test('FARM-8 has Farms, Home and Sign out', { tag: '@phone' }, async ({ page }) => {
      await page.goto('/manage/5f0000000000000000000001')
      const header = page.getByRole('banner')
      await expect(header.getByRole('link', { name: 'Farms' })).toHaveAttribute('href', '/manage')
      await expect(header.getByRole('link', { name: 'Sign out' })).toBeVisible()
      const footer = page.getByRole('contentinfo')
      await expect(footer.getByRole('link', { name: 'Home' })).toBeVisible()
      await expect(footer.getByRole('link', { name: 'Sign out' })).toBeVisible()
    })
  })

  test.describe('of an admin', () => {
    test.use({ as: 'admin' })
    test('FARM-8 leads to the console', async ({ page }) => {
      await page.goto('/farms/5f0000000000000000000001')
      await expect(page.getByRole('banner').getByRole('link', { name: 'Farms' })).toHaveAttribute('href', '/farms')
    })
  })
})
