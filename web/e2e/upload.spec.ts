import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { openPlace } from './farm-nav'
import { numbersOf } from './report'
import { tokenOf } from './session'
import { expect, test } from './test'
import { visit } from './visit'

// Farms are made and filled here: not on the server whose lists others count.
test.use({ alone: import.meta.url, as: 'admin' })

const NOTEBOOK_CSV = fileURLToPath(new URL('../../internal/ledger/notebook/sites-a-b-c.csv', import.meta.url))

interface Farm {
  _id: string
  leases: { name: string }[]
}

async function call<T>(serverUrl: string, method: string, path: string, body?: object): Promise<T> {
  const headers = {
    Authorization: `Bearer ${await tokenOf(serverUrl, 'admin')}`,
    'Content-Type': 'application/json',
  }
  const answer = await fetch(`${serverUrl}${path}`, { method, headers, body: body && JSON.stringify(body) })
  return (await answer.json()) as T
}

/** A farm with nothing in it. */
async function freshFarm(serverUrl: string): Promise<string> {
  const details = {
    name: 'Fresh Beds',
    country: 'Canada',
    state: 'British Columbia',
    type: 'farm',
    activities: ['Record'],
  }
  return (await call<Farm>(serverUrl, 'POST', '/api/farms', details))._id
}

async function alive(serverUrl: string, farmId: string): Promise<number> {
  const { data } = await call<{ data: { onHand: number }[] }>(serverUrl, 'GET', `/api/v2/places/${farmId}`)
  return data.reduce((sum, place) => sum + place.onHand, 0)
}

async function areas(serverUrl: string, farmId: string): Promise<string[]> {
  const { leases } = await call<Farm>(serverUrl, 'GET', `/api/farms/${farmId}`)
  return leases.map(({ name }) => name)
}

async function send(page: Page, name: string, text: string | Buffer, leaveOut = false) {
  const buffer = typeof text === 'string' ? Buffer.from(text) : text
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer })
  if (leaveOut) await page.getByRole('radio', { name: /^Leave out bad rows/ }).check()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
}

const result = (page: Page) => page.getByRole('status').filter({ hasText: /recorded|Nothing/ })

/** The notebook with two rows spoilt: the lines 50 and 100 of the file. */
async function spoilt(): Promise<string> {
  const lines = (await readFile(NOTEBOOK_CSV, 'utf8')).trimEnd().split('\n')
  const column = (lines[0] ?? '').split(',').indexOf('total_counted')
  for (const line of [50, 100]) {
    const cells = (lines[line - 1] ?? '').split(',')
    cells[column] = 'many'
    lines[line - 1] = cells.join(',')
  }
  return `${lines.join('\n')}\n`
}

test.describe('UPL-3 the notebook, into a fresh farm', () => {
  test('is shown, imported, in the reports, and the same file twice changes nothing', async ({ page, serverUrl }) => {
    const farmId = await freshFarm(serverUrl)
    await page.goto(`/farms/${farmId}?tab=info`)
    await openPlace(page, 'Upload Groups')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload Groups')
    await expect(page.getByText('None yet.')).toBeVisible()
    const file = await readFile(NOTEBOOK_CSV)
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith(`/upload/${farmId}`),
    )
    await send(page, 'notebook.csv', file)
    const { message } = (await (await answered).json()) as { message: string }
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(page).toHaveURL(/\?upload=[0-9a-f]{24}$/)
    await expect(page.getByText('3 new growing areas: A, B, C.')).toBeVisible()
    expect(await alive(serverUrl, farmId)).toBe(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Import' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import' }).click()
    await expect(result(page)).toContainText(/[\d,]+ activities recorded\./)
    await expect(page.getByRole('alert')).toHaveText('')
    expect(await alive(serverUrl, farmId)).toBe(2082)

    await visit(
      page,
      `/farms/${farmId}?tab=reports&report=inventory&dates=custom&from=2017-03-01&to=2017-11-30&view=table`,
    )
    expect(await numbersOf(page, 'Nov 2017')).toEqual({ Received: 3431, Harvested: 1107, Lost: 242, Inventory: 2082 })

    await visit(page, `/farms/upload/${farmId}`)
    await send(page, 'notebook.csv', file)
    await page.getByRole('button', { name: 'Import' }).click()
    await expect(result(page)).toContainText('Nothing changed.')
    expect(await alive(serverUrl, farmId)).toBe(2082)
    await expect(page.getByRole('region', { name: 'Past uploads' }).getByRole('listitem')).toHaveText([
      /Nothing changed/,
      /Imported, [\d,]+ activities/,
    ])
  })

  test('a broken file changes nothing and names its lines', { tag: '@phone' }, async ({ page, serverUrl }) => {
    const farmId = await freshFarm(serverUrl)
    await page.goto(`/farms/upload/${farmId}`)
    await send(page, 'broken.csv', await spoilt())
    await expect(page.getByRole('row', { name: /^(Line )?100\b/ })).toContainText('total_counted')
    await expect(page.getByRole('row', { name: /^(Line )?50\b/ })).toContainText('many')
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Import without the bad rows' })).toBeVisible()
    await expectAccessible(page)
    expect(await alive(serverUrl, farmId)).toBe(0)
    expect(await areas(serverUrl, farmId)).toEqual([])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download them' }).click()
    const refused = await readFile(await (await downloading).path(), 'utf8')
    expect(refused).toContain('many')
  })

  test('cancelled, it changes nothing', async ({ page, serverUrl }) => {
    const farmId = await freshFarm(serverUrl)
    await page.goto(`/farms/upload/${farmId}`)
    await send(page, 'notebook.csv', await readFile(NOTEBOOK_CSV))
    await expect(page.getByRole('button', { name: 'Import' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('It was cancelled. Nothing was recorded.')).toBeVisible()
    expect(await alive(serverUrl, farmId)).toBe(0)
    expect(await areas(serverUrl, farmId)).toEqual([])
    await page.getByRole('button', { name: 'Upload another file' }).click()
    await expect(page.getByLabel('Choose a file')).toBeVisible()
  })
})

test('UPL-1 UPL-2 UPL-3 without a file; the templates; a dropped file', async ({ page, serverUrl }) => {
  await page.goto(`/farms/upload/${await freshFarm(serverUrl)}`)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Please upload a file first')
  await expectAccessible(page)
  for (const [name, begins] of [
    ['Activities template, CSV', 'date,activity'],
    ['Visits template, CSV', 'date,growing area'],
    ['Activities template, XLSX', 'PK'],
    ['Visits template, XLSX', 'PK'],
  ] as const) {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const text = await readFile(await (await downloading).path(), 'latin1')
    expect(text.replace(/^\u00ef\u00bb\u00bf/, '').slice(0, begins.length)).toBe(begins)
  }
  const box = await page.getByLabel('Choose a file').boundingBox()
  if (!box) throw new Error('it is not on the screen')
  const devtools = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [NOTEBOOK_CSV], dragOperationsMask: 1 }
    await devtools.send('Input.dispatchDragEvent', { type, x: box.x + 20, y: box.y + 20, data })
  }
  await expect(page.getByText(basename(NOTEBOOK_CSV))).toBeVisible()
})

test('UPL-3 bad rows left out by choice: the others are taken', async ({ page, serverUrl }) => {
  const farmId = await freshFarm(serverUrl)
  await page.goto(`/farms/upload/${farmId}`)
  await send(page, 'broken.csv', await spoilt(), true)
  await expect(page.getByText(/of 141 rows will be left out\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(result(page)).toContainText('were left out.')
  expect(await areas(serverUrl, farmId)).toEqual(['A', 'B', 'C'])
  expect(await alive(serverUrl, farmId)).toBeGreaterThan(0)
})

test('UPL-3 what the sheet leaves out is given with it', async ({ page, serverUrl }) => {
  const farmId = await freshFarm(serverUrl)
  await page.goto(`/farms/upload/${farmId}`)
  await expect(page.getByLabel('Animal type')).toHaveCount(0)
  const buffer = await readFile(NOTEBOOK_CSV)
  await page.getByLabel('Choose a file').setInputFiles({ name: 'notebook.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel('Animal type').fill('Pacific oyster')
  await page.getByLabel('Area prefix').fill('Site ')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('3 new growing areas: Site A, Site B, Site C.')).toBeVisible()
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(result(page)).toContainText(/[\d,]+ activities recorded\./)
  expect(await areas(serverUrl, farmId)).toEqual(['Site A', 'Site B', 'Site C'])
  const { filters } = await call<{ filters: { oysterType: string[] } }>(
    serverUrl,
    'GET',
    `/api/farms/${farmId}/filters`,
  )
  expect(filters.oysterType).toEqual(['Pacific oyster'])
})

test("UPL-2 what is no sheet is refused in the server's words", async ({ page, serverUrl, troubles }) => {
  troubles.expect(/^4\d\d \/api\/farms\/upload\//)
  const farmId = await freshFarm(serverUrl)
  await page.goto(`/farms/upload/${farmId}`)
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await send(page, 'photo.xlsx', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  const { message } = (await (await answered).json()) as { message: string }
  expect(message).toContain('XLSX')
  await expect(page.getByRole('alert')).toHaveText(message)
  await expect(page.getByText('photo.xlsx')).toBeVisible()
  expect(await areas(serverUrl, farmId)).toEqual([])
})

test('UPL-2 a late answer is told after a second, and the upload is shown when it was taken', async ({
  page,
  serverUrl,
}) => {
  const farmId = await freshFarm(serverUrl)
  await page.goto(`/farms/upload/${farmId}`)
  await expect(page.getByText('None yet.')).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/api/farms/upload/${farmId}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await send(page, 'notebook.csv', await readFile(NOTEBOOK_CSV))
  await expect(page.getByText('The server has not answered within a second.')).toBeVisible()
  await expect(page).toHaveURL(/\?upload=[0-9a-f]{24}$/)
  await expect(page.getByRole('button', { name: 'Import' })).toBeVisible()
  release()
})

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('UPL-1 has no business here', async ({ page }) => {
    await page.goto('/farms/upload/5f0000000000000000000001')
    await expect(page).toHaveURL('/manage')
  })
})
