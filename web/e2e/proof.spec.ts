import type { Page } from '@playwright/test'
import { openPlace } from './farm-nav'
import { fillSignIn, PASSWORD } from './session'
import { expect, test } from './test'

const STONY = '5f0000000000000000000002'

// People come here: not on the server that others read.
test.use({ alone: import.meta.url })

/** Gives the password that is asked for. */
async function prove(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)
}

test('S10 a session that the cookie opened invites nobody without the password', async ({ page, troubles }) => {
  troubles.expect(/^403 .api.farms.*invitations$/)
  await page.goto('/login')
  await page.getByLabel('Stay signed in on this device').check()
  const stays = page.waitForResponse('**/api/users/my/stay')
  await fillSignIn(page, 'manager')
  await stays
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`/manage/${STONY}`)
  await openPlace(page, 'People')
  const form = page.getByRole('form', { name: 'Invite somebody' })
  await form.getByLabel('Email').fill('rosa@farm.example')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await prove(page)
  await expect(form.getByText('The invitation is on its way to rosa@farm.example.')).toBeVisible()
})

test('S10 a user is made once the password was given again, of what was typed before', async ({ page, troubles }) => {
  troubles.expect(/^403 .api.users$/)
  await page.goto('/login')
  await fillSignIn(page, 'root')
  await expect(page).toHaveURL('/farms')
  // As eleven minutes after the sign-in.
  await page.route(
    '**/api/users',
    (route) =>
      route.fulfill({
        status: 403,
        json: {
          statusCode: 403,
          error: 'Forbidden',
          message: 'Please give your password again.',
          code: 'proof-required',
        },
      }),
    { times: 1 },
  )
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Create new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create new user' })
  await dialog.getByLabel('Username').fill('rosa')
  await dialog.getByLabel('Email').fill('rosa@tide.example')
  await dialog.getByLabel('Password', { exact: true }).fill('quiet tide over baynes')
  await dialog.getByRole('button', { name: 'Create new' }).click()
  await prove(page)
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f]{24}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users / rosa')
})
