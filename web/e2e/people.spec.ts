import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { openPlace } from './farm-nav'
import { mailWith } from './mail'
import { fillSignIn, withSession } from './session'
import { expectNoSideScroll } from './sight'
import { expect, test } from './test'
import { visit } from './visit'

const STONY = '5f0000000000000000000002'
const PASSWORD = 'a dozen oysters each'

// People come and go here: not on the server that others read.
test.use({ alone: import.meta.url })

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const person = (page: Page, name: string) =>
  region(page, 'Who works here').getByRole('listitem').filter({ hasText: name })

async function invite(page: Page, email: string, may: string) {
  const form = page.getByRole('form', { name: 'Invite somebody' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('They may').selectOption({ label: may })
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(form.getByText(`The invitation is on its way to ${email}.`)).toBeVisible()
}

/** The path of the link in the newest invitation of the address, once it is another than that of the one before. */
async function linkTo(page: Page, email: string, before?: string): Promise<string> {
  let path: string | undefined
  await expect
    .poll(async () => {
      path = /\/invitation\/[\w-]+/.exec(await mailWith(page, email, ': invitation from'))?.[0]
      return path
    })
    .not.toBe(before)
  return path ?? ''
}

/** Follows the link, makes an account and signs in with it. */
async function arrive(browser: Browser, serverUrl: string, path: string, username: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: serverUrl, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.getByText('invites you to the farm Stony Point Shellfish')).toBeVisible()
  const form = page.getByRole('form', { name: 'Your account' })
  await form.getByLabel('First name').fill('Rosa')
  await form.getByLabel('Last name').fill('Oyster-Featherstonehaugh')
  await form.getByLabel('Username').fill(username)
  await form.getByRole('button', { name: 'Accept and make my account' }).click()
  await expect(form.getByText('Please choose a password.')).toBeVisible()
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Accept and make my account' }).click()
  await expect(page.getByText(`Your account is ready. Sign in as ${username}.`)).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).last().click()
  await fillSignIn(page, username, PASSWORD)
  return page
}

/** Makes the account of the link without its page, and a session of it. */
async function sessionOf({ request }: Page, path: string, username: string): Promise<string> {
  const name = { first: 'Rosa', last: 'Oyster-Featherstonehaugh' }
  const data = { token: path.split('/').at(-1), name, username, password: PASSWORD }
  const made = await request.post('/api/invitations/accept', { data })
  expect(made.ok(), await made.text()).toBe(true)
  const login = await request.post('/api/login', { data: { username, password: PASSWORD } })
  return ((await login.json()) as { token: string }).token
}

/** Buttons that show more or something else, and send nothing. */
const SHOWS =
  /^(Close|CSV|Download (PDF|spreadsheet)|Show .*|All lots|Dates .*|\$?[\d,.]+(K|M| mm)?(,? ?[\w\d,. ]*)?|(Nursery|Petite|Intermediate|Standard)( in .* bag, [\d,]+ per bag)?)$/

/** By links alone, through all pages of a view: each opens without a refusal, and none has a button that sends. */
async function expectNothingToSend(page: Page) {
  const kindOf = (address: string) => address.replace(/[0-9a-f]{24}|[A-Z]{2}\d{4,}/g, '*').replace(/&.*/, '')
  const seen = new Map<string, string>([['', `/manage/${STONY}`]])
  const sending: string[] = []
  for (const address of seen.values()) {
    await visit(page, address)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    const found = await page.evaluate(() => ({
      links: [...document.querySelectorAll<HTMLAnchorElement>('main a[href], nav a[href], [role=dialog] a[href]')]
        .filter((one) => one.origin === location.origin && /^.(manage|account)/.test(one.pathname))
        .map((one) => one.pathname + one.search),
      buttons: [...document.querySelectorAll<HTMLElement>('main button, main input[type=checkbox]')]
        .filter((one) => one.checkVisibility())
        .map((one) => one.ariaLabel || one.textContent || one.tagName),
    }))
    for (const link of found.links) if (!seen.has(kindOf(link)) && seen.size < 60) seen.set(kindOf(link), link)
    sending.push(...found.buttons.filter((name) => !SHOWS.test(name)).map((name) => `${kindOf(address)}: ${name}`))
  }
  expect(seen.size).toBeGreaterThan(20)
  expect(sending).toEqual([])
}

test.describe('as a manager', () => {
  test.use({ as: 'manager' })

  test('PEO-1 PEO-2 a worker is invited, chooses a password, and may do what was said', async ({
    page,
    browser,
    serverUrl,
  }) => {
    test.setTimeout(90_000)
    const rosa = 'rosa'
    const email = `${rosa}@farm.example`
    await page.goto(`/manage/${STONY}`)
    await openPlace(page, 'People')
    await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
    await invite(page, email, 'Record')
    await expect(region(page, 'Invited')).toContainText(email)
    const path = await linkTo(page, email)

    const hers = await arrive(browser, serverUrl, path, rosa)
    await expect(hers).toHaveURL(`/manage/${STONY}/record`)
    await expect(hers.getByRole('heading', { name: 'Recent activities' })).toBeVisible()
    await hers.getByRole('button', { name: 'More', exact: true }).click()
    const sheet = hers.getByRole('dialog')
    await expect(sheet.getByRole('link', { name: 'Tags', exact: true })).toBeVisible()
    for (const kept of ['Today', 'Reports', 'Sales', 'Growth', 'Bag by bag', 'Invoices', 'People'])
      await expect(sheet.getByText(kept, { exact: true })).toHaveCount(0)
    const token = await hers.evaluate(() => sessionStorage.getItem('token'))
    const headers = { Authorization: `Bearer ${token}` }
    for (const refused of [`/api/farms/${STONY}/today`, `/api/v2/growth/${STONY}`, `/api/farms/${STONY}/people`])
      expect((await hers.request.get(refused, { headers })).status(), refused).toBe(403)
    await hers.keyboard.press('Escape')

    // The link is used up; what its page says then is tried below.
    const look = await page.request.post('/api/invitations/look', { data: { token: path.split('/').at(-1) } })
    expect(await look.json()).toMatchObject({
      message: expect.stringMatching(/^This invitation is not valid any more/),
    })

    await page.reload()
    await expect(person(page, email)).toContainText('Rosa')
    await expect(region(page, 'Invited')).toHaveCount(0)
    await expectNoSideScroll(page)
    await person(page, email).getByRole('combobox').selectOption({ label: 'Record and see reports' })
    await expect(async () => {
      expect((await hers.request.get(`/api/farms/${STONY}/today`, { headers })).status()).toBe(200)
    }).toPass()
    await hers.goto(`/manage/${STONY}?tab=reports`)
    await expect(hers.getByRole('heading', { level: 1 })).toContainText('Stony Point')

    await person(page, email).getByRole('button', { name: 'Remove Rosa' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Rosa' }).click()
    await expect(person(page, email)).toHaveCount(0)
    expect((await hers.request.get(`/api/farms/${STONY}`, { headers })).status()).toBe(404)

    // She is asked back: her account is there, and accepts when she is signed in.
    await invite(page, email, 'Record and see reports')
    const back = await linkTo(page, email, path)
    // Somebody else who is signed in is told whose it is, and offered nothing.
    await visit(page, back)
    await expect(page.getByText(`It was sent to ${email}. You are signed in as manager`)).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await hers.evaluate(() => sessionStorage.clear())
    await hers.goto(back)
    await expect(hers.getByText(`There is an account with the address ${email}.`)).toBeVisible()
    await expectAccessible(hers)
    await hers.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(hers, rosa, PASSWORD)
    await expect(hers.getByText(`You are signed in as ${rosa}.`)).toBeVisible()
    await hers.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(hers).toHaveURL(`/manage/${STONY}`)
    await expect(hers.getByRole('heading', { level: 1 })).toContainText('Stony Point')
    await hers.context().close()
    await page.goto(`/manage/${STONY}/people`)
    await expect(person(page, email).getByRole('combobox')).toHaveValue('reports')
    await person(page, email).getByRole('button', { name: 'Remove Rosa' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Rosa' }).click()
    await expect(person(page, email)).toHaveCount(0)
  })

  test('PEO-3 an invitation is taken back, and its link opens nothing', async ({ page, troubles }) => {
    troubles.expect(/^400 \/api\/invitations\/look/)
    const email = 'back@farm.example'
    await page.goto(`/manage/${STONY}/people`)
    await page.getByRole('form', { name: 'Invite somebody' }).getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText('Please give an email address.').first()).toBeVisible()
    await invite(page, email, 'Manage')
    const path = await linkTo(page, email)
    await page.getByRole('button', { name: `Take back the invitation of ${email}` }).click()
    await expect(page.getByText(email, { exact: true })).toHaveCount(0)
    await visit(page, path)
    await expect(page.getByText('This invitation is not valid any more. Please ask whoever invited you')).toBeVisible()
  })

  test('PEO-4 the last who manages hands over before leaving', async ({ page, troubles }) => {
    const name = 'heir'
    const email = `${name}@farm.example`
    test.setTimeout(90_000)
    troubles.expect(/^409 \/api\/farms\//)
    await page.goto(`/manage/${STONY}/people`)
    await person(page, '(you)').getByRole('button', { name: 'Leave this farm' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave this farm' }).click()
    await expect(page.getByText('Nobody else manages this farm. Hand the management over first.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await invite(page, email, 'Record and see reports')
    const heir = await page.context().newPage()
    await withSession(heir, await sessionOf(page, await linkTo(page, email), name))
    await page.reload()
    await page.getByRole('button', { name: 'Hand over to Rosa' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Afterwards I may').selectOption({ label: 'Record and see reports' })
    await sheet.getByRole('button', { name: 'Hand over', exact: true }).click()
    await expect(page).toHaveURL('/manage')
    await heir.goto(`/manage/${STONY}/people`)
    await expect(person(heir, email).getByRole('combobox')).toHaveValue('manage')
    // And back, for whoever comes next.
    await heir.getByRole('button', { name: /^Hand over to Marin/ }).click()
    await heir.getByRole('dialog').getByLabel('Afterwards I may').selectOption({ label: 'Nothing: I leave this farm' })
    await heir.getByRole('dialog').getByRole('button', { name: 'Hand over', exact: true }).click()
    await expect(heir).toHaveURL('/manage')
  })
})

test.describe('as staff', () => {
  test.use({ as: 'admin' })

  test('PEO-5 staff link a user from the farm, found by email', async ({ page }) => {
    await page.goto(`/farms/${STONY}`)
    await openPlace(page, 'People')
    const form = page.getByRole('form', { name: 'Link a user' })
    await form.getByLabel('User').fill('member@merr')
    const only = page.locator('datalist option')
    await expect(only).toHaveCount(1) // of all users, once the server has answered
    await form.getByLabel('User').fill((await only.getAttribute('value')) ?? '')
    await expect(form.getByRole('button', { name: 'Link' })).toBeEnabled()
    await form.getByLabel('They may').selectOption({ label: 'Record and see reports' })
    await form.getByRole('button', { name: 'Link' }).click()
    await expect(form.getByText('member is linked to this farm.')).toBeVisible()
    const row = person(page, 'member@merroir.example')
    await expect(row).toContainText('Cannot see the farm yet')
    await row.getByRole('button', { name: /^Remove/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(row).toHaveCount(0)
  })

  test('PEO-5 staff see a farm as its manager does, and change nothing', async ({ page }) => {
    test.setTimeout(120_000)
    await page.goto(`/farms/${STONY}/people`)
    await page.getByRole('button', { name: 'See as its manager' }).click()
    await expect(page).toHaveURL(`/manage/${STONY}`)
    const strip = region(page, 'View')
    await expect(strip).toContainText('You see Stony Point Shellfish as its manager does. Nothing can be changed.')
    await expectAccessible(page)
    await page.reload()
    await expectNothingToSend(page)
    // On a phone the ways on are in a bar and behind "More", and none of them records.
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, `/manage/${STONY}`)
    await page.getByRole('navigation').getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
    await expect(page.getByRole('link', { name: /Record|Upload|Keys/ })).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/manage/${STONY}/notices`)
    await expect(page.getByText('Notices are each person’s own.')).toBeVisible()
    await strip.getByRole('button', { name: 'End the view' }).click()
    await expect(page).toHaveURL(`/farms/${STONY}`)
    await visit(page, '/admin/audit')
    await expect(page.getByRole('rowheader').first()).toContainText(
      'looked at Stony Point Shellfish as its manager sees it',
    )
  })

  test('AUTH-5 staff who open the address of a manager are offered that farm', async ({ page }) => {
    await page.goto(`/manage/${STONY}/record`)
    await expect(page).toHaveURL('/farms')
    await page.getByRole('main').getByText('That address is for those who manage the farm.').getByRole('link').click()
    await expect(page).toHaveURL(`/farms/${STONY}`)
  })
})
