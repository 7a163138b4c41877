import type { Page } from '@playwright/test'
import { TAGS } from './demo-tags'
import { tokenOf, withSession } from './session'
import { expect, test } from './test'
import { visit } from './visit'

test.use({ alone: import.meta.url })

const PASSWORD = 'a-long-enough-word-7'
const FARM = '5f0000000000000000000002'

/** Where each permission leads by clicks alone, and what is not offered to who has nothing else. */
const OPENS: Record<string, { pages: RegExp[]; never: RegExp }> = {
  'admin-users': {
    pages: [/^.admin.users$/, /^.admin.users.\*$/, /^.admin.admin-groups$/, /^.admin.audit$/],
    never: /^.farms|prices|recalls/,
  },
  companies: {
    pages: [
      /^.farms$/,
      /^.farms.\*$/,
      /^.farms.setup$/,
      /^.farms.fulfilment$/,
      /^.farms.\*.record$/,
      /^.farms.upload/,
      /^.admin.prices$/,
    ],
    never: /^.admin.(users|admin-groups|audit|recalls.new)/,
  },
  export: {
    pages: [/^.farms$/, /^.farms.\*$/, /^.farms.side-by-side$/],
    never: /^.admin.\w|setup|fulfilment|record$|upload|invoices|labels|tagging|recalls.new/,
  },
  pricing: { pages: [/^.admin.prices$/], never: /^.farms|users|recalls/ },
  recall: { pages: [/^.admin.recalls$/, /^.admin.recalls.new$/], never: /^.farms|users|prices/ },
}

/** A user who has this permission and no other right, signed in. */
async function holder(server: string, permission: string): Promise<string> {
  const call = async (method: string, path: string, body: object, token?: string) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
    const answer = await fetch(server + path, { method, headers, body: JSON.stringify(body) })
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
    return answer.json()
  }
  const token = await tokenOf(server, 'root')
  const name = `only-${permission}-${Math.random().toString(36).slice(2, 8)}`
  const group = await call('POST', '/api/admin-groups', { name }, token)
  const permissions = { [permission]: true }
  await call('PUT', `/api/admin-groups/${group._id}/permissions`, { permissions, version: group.version }, token)
  const user = await call(
    'POST',
    '/api/users',
    { username: name, email: `${name}@merroir.example`, password: PASSWORD },
    token,
  )
  await call('PUT', `/api/users/${user._id}/groups`, { groups: { [group._id]: name } }, token)
  return (await call('POST', '/api/login', { username: name, password: PASSWORD })).token
}

/** The page of an address, whatever it is about. */
const kindOf = (path: string) => path.replace(/[0-9a-f]{24}|[A-Z]{2}\d{4,}/g, '*')

/** The addresses of the pages that are linked here, once it has come to rest. */
async function linked(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  const more = page.getByRole('navigation').getByRole('button', { name: 'More' })
  if (await more.isVisible()) {
    await more.click()
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
  }
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLAnchorElement>(
        'main a[href], header a[href], nav a[href], [role=dialog] a[href]',
      ),
    ]
      .filter((one) => one.origin === location.origin && one.checkVisibility())
      .map((one) => one.pathname + one.search),
  )
}

for (const [permission, { pages, never }] of Object.entries(OPENS)) {
  test(`AUTH-9 who has ${permission} alone comes by clicks to what it opens, and to nothing that is refused`, {
    // The bars by thumb, of staff and of a farm, offer what one may as the header and the rail do.
    tag: permission === 'export' ? '@phone' : [],
  }, async ({ page, serverUrl }) => {
    test.slow()
    await withSession(page, await holder(serverUrl, permission))
    await page.goto('/account/settings')
    // Before it is known who this is, the header leads nowhere else.
    const console = page.getByRole('banner').getByRole('link', { name: /^(All farms|Work)/ })
    await expect(console.first()).toBeVisible()
    const seen = new Map<string, string>([['/account/settings', '/account/settings']])
    for (const [kind, address] of seen) {
      await visit(page, address)
      for (const link of await linked(page)) {
        const next = kindOf(link.split('?')[0] ?? '')
        expect(next, `on ${kind}`).not.toMatch(never)
        const inside = /^.(account|admin|farms|manage)/.test(next)
        if (inside && !seen.has(next) && seen.size < 60) seen.set(next, link)
      }
      // Whoever is sent elsewhere was shown a link that does not answer; and what is refused is a trouble.
      expect(kindOf(new URL(page.url()).pathname), 'where the link led').toBe(kind)
    }
    for (const wanted of pages)
      expect(
        [...seen.keys()].some((kind) => wanted.test(kind)),
        `${wanted}`,
      ).toBe(true)
  })
}

test('AUTH-9 who may only export finds a report to export, and nothing to change', async ({ page, serverUrl }) => {
  await withSession(page, await holder(serverUrl, 'export'))
  await page.goto('/account/settings')
  await page.getByRole('banner').getByRole('link', { name: 'All farms' }).click()
  await page.getByRole('link', { name: 'View Details of Stony Point Shellfish' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Stony Point/ })).toBeVisible()
  await visit(page, `/farms/${FARM}?tab=info`)
  await expect(page.getByRole('heading', { name: 'Leases' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /^(Edit|Add|End|Delete|Clean|Remove)/ })).toHaveCount(
    0,
  )
  await visit(page, `/farms/${FARM}?tab=reports&report=exports`)
  await page.getByRole('button', { name: 'Export Snapshot' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/^It will be sent to/)).toBeVisible()
  await visit(page, `/farms/${FARM}/record`)
  await expect(page).toHaveURL('/admin')
})

test('AUTH-9 RECALL-1 who may only recall declares one', async ({ page, serverUrl }) => {
  await withSession(page, await holder(serverUrl, 'recall'))
  await page.goto(`/admin/recalls/new?tags=${TAGS.farm}`)
  await expect(page.getByText(/^Reaches 3 tags of 2 firms/)).toBeVisible()
  const yes = page.getByRole('form', { name: 'Declare the recall' })
  await yes.getByLabel('Who recalls').fill('Oregon Department of Agriculture')
  await yes.getByLabel('Reason').fill('Vibrio in two people')
  await yes.getByRole('button', { name: 'Declare the recall' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recall by Oregon Department of Agriculture')
  await page.goto('/admin/recalls')
  await expect(page.getByRole('link', { name: 'Oregon Department of Agriculture' }).first()).toBeVisible()
})
