import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { NOTEBOOK } from './report'
import { expectNoSideScroll } from './sight'
import { test as base, expect } from './test'
import { visit } from './visit'

const REPORTS = `/reports/${NOTEBOOK}`
const SENT = 'Your export was successfully sent.'

interface Shells {
  /** Origin of the page that plays the shell, which the server allows. */
  shell: string
  /** Origin of a page like it that the server does not know. */
  stranger: string
}

/** A page that shows the address in its fragment in a frame and keeps what it is told. */
const PARENT = `<!doctype html><html lang="en"><title>A shell</title><iframe title="Reports" width="380" height="800"></iframe><script>
  window.told = []
  addEventListener('message', (event) => window.told.push({ origin: event.origin, data: event.data }))
  document.querySelector('iframe').src = decodeURIComponent(location.hash.slice(1))
</script></html>`

async function serveParent(): Promise<{ origin: string; close: () => void }> {
  const parent = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(PARENT))
  await new Promise<void>((resolve) => parent.listen(0, '127.0.0.1', resolve))
  const { port } = parent.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => parent.close() }
}

const test = base.extend<object, Shells & { shells: Shells }>({
  shells: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
    async ({}, use) => {
      const [shell, stranger] = await Promise.all([serveParent(), serveParent()])
      await use({ shell: shell.origin, stranger: stranger.origin })
      shell.close()
      stranger.close()
    },
    { scope: 'worker' },
  ],
  shell: [({ shells }, use) => use(shells.shell), { scope: 'worker' }],
  stranger: [({ shells }, use) => use(shells.stranger), { scope: 'worker' }],
  settings: ({ shell }, use) => use({ MERROIR_SHELL_ORIGINS: `https://app.example,${shell}` }),
})

// Exports are asked for, and the setting is of this file.
test.use({ alone: import.meta.url })

interface Told {
  origin: string
  data: string
}

/** What the page in the tab was told so far, and that each message came from the server's own page. */
async function toldTo(page: Page, serverUrl: string): Promise<unknown[]> {
  const told = await page.evaluate(() => (window as unknown as { told: Told[] }).told)
  expect(told.every(({ origin }) => origin === serverUrl)).toBe(true)
  return told.map(({ data }) => JSON.parse(data))
}

async function exportSnapshot(inside: Page | FrameLocator, email: string): Promise<void> {
  await inside.getByRole('tablist', { name: 'Reports' }).getByRole('tab', { name: 'Exports' }).click()
  await inside.getByRole('button', { name: 'Export Snapshot' }).click()
  await inside.getByLabel('Email').fill(email)
  await inside.getByRole('button', { name: 'Send' }).click()
}

test.describe('in a frame of an allowed page', () => {
  test.use({ as: 'manager' })

  test('SHELL-1 REP-2 EXP-3 the page around is told the growing area, the email and the result, also a failure, which it shows', async ({
    page,
    shell,
    serverUrl,
    troubles,
  }) => {
    troubles.expect(/^request to http:\/\/127\.0\.0\.1/, /^400 \/api\/v2\/reportExport\//)
    await page.goto(`${shell}/#${encodeURIComponent(serverUrl + REPORTS)}`)
    const frame = page.frameLocator('iframe')
    await expect(frame.getByRole('list', { name: 'Snapshot' }).getByRole('listitem')).toHaveCount(5)
    const areas = frame.getByRole('combobox', { name: 'Growing Areas' })
    await areas.selectOption('Site B')
    const siteB = await areas.inputValue()
    await areas.selectOption('All')
    await exportSnapshot(frame, 'nobody')
    const about = { farmId: NOTEBOOK, metric: 'Snapshot' }
    const told = [
      { type: 'lease', farmId: NOTEBOOK, leaseId: siteB, name: 'Site B' },
      { type: 'lease', farmId: NOTEBOOK, leaseId: 'All', name: 'All' },
      { type: 'exportEmail', ...about, email: 'nobody' },
      { type: 'exportResult', ...about, ok: false, message: expect.stringMatching(/\w+/) },
    ]
    await expect.poll(() => toldTo(page, serverUrl)).toEqual(told)
    await expect(frame.getByRole('alert')).toHaveCount(0)
    await expect(frame.getByLabel('Email')).toHaveValue('nobody')

    await frame.getByLabel('Email').fill('shell@merroir.example')
    await frame.getByRole('button', { name: 'Send' }).click()
    await expect(frame.getByText(SENT)).toBeVisible()
    expect(await toldTo(page, serverUrl)).toEqual([
      ...told,
      { type: 'exportEmail', ...about, email: 'shell@merroir.example' },
      { type: 'exportResult', ...about, ok: true, message: SENT },
    ])
  })
})

test('SHELL-1 AUTH-3 the person can sign in inside the frame', async ({ page, shell, serverUrl, troubles }) => {
  troubles.expect(/^request to http:\/\/127\.0\.0\.1/)
  await page.goto(`${shell}/#${encodeURIComponent(`${serverUrl}${REPORTS}?report=equipment`)}`)
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('Username or email').fill('manager')
  await frame.getByLabel('Password', { exact: true }).fill('merroir-demo')
  await frame.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(frame.getByRole('row', { name: /^beach/ })).toContainText('15')
  expect(await toldTo(page, serverUrl)).toEqual([])
})

test('S15 a page that is not allowed can frame nothing, and an allowed one only the reports', async ({
  page,
  shell,
  stranger,
  serverUrl,
  troubles,
}) => {
  troubles.expect(/^request to http:\/\/127\.0\.0\.1/, /frame-ancestors/, /^console: Refused to frame/)
  for (const [around, path] of [
    [stranger, REPORTS],
    [shell, '/login'],
    [shell, `/manage/${NOTEBOOK}`],
  ] as const) {
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
    await page.goto(`${around}/#${encodeURIComponent(serverUrl + path)}`)
    await refused
    await expect(page.frameLocator('iframe').getByRole('main')).toHaveCount(0)
    await page.goto('about:blank')
  }
})

test.describe('in a native web view', { tag: '@phone-only' }, () => {
  test.use({ as: 'manager', ownTab: true })

  test('REP-17 SHELL-1 the same reports without header and footer, and the shell is told, never the token', async ({
    page,
    serverUrl,
  }) => {
    await page.addInitScript(() => {
      const view = window as unknown as { told: Told[]; ReactNativeWebView: { postMessage: (data: string) => void } }
      view.told = []
      view.ReactNativeWebView = { postMessage: (data) => view.told.push({ origin: location.origin, data }) }
    })
    await page.goto(REPORTS)
    await expect(page.getByRole('list', { name: 'Snapshot' }).getByRole('listitem')).toHaveCount(5)
    await expect(page).toHaveTitle('Reports / Salish Sea Test Beds · Merroir')
    for (const around of ['banner', 'contentinfo', 'navigation'] as const)
      await expect(page.getByRole(around)).toHaveCount(0)
    await expect(page.getByRole('tablist', { name: 'Farm', exact: true }).getByRole('tab')).toHaveCount(0)
    await expect(page.getByRole('tablist', { name: 'Reports' }).getByRole('tab')).toHaveText([
      'Snapshot',
      'Inventory',
      'Equipment',
      'Yield',
      'Harvest',
      'Average Size',
      'Compare',
      'Exports',
      'Mortality',
    ])
    await expectAccessible(page)
    await expectNoSideScroll(page)

    await page.getByRole('combobox', { name: 'Growing Areas' }).selectOption('Site C')
    await exportSnapshot(page, 'native@merroir.example')
    await expect(page.getByText(SENT)).toBeVisible()
    const told = await toldTo(page, serverUrl)
    expect(told).toMatchObject([
      { type: 'lease', name: 'Site C' },
      { type: 'exportEmail', email: 'native@merroir.example' },
      { type: 'exportResult', ok: true, message: SENT },
    ])
    const token = await page.evaluate(() => sessionStorage.getItem('token'))
    expect(token).toBeTruthy()
    expect(JSON.stringify(told)).not.toContain(token)

    await visit(page, `${REPORTS}?report=inventory&dates=custom&from=2017-03-01&to=2017-11-30&view=table`)
    await expect(page.getByRole('row', { name: /^Nov 2017/ })).toContainText('2,082')
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })
})
