import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhoneToo } from './axe'
import { openPlace } from './farm-nav'
import { numbersOf, STONY } from './report'
import { tokenOf } from './session'
import { expect, test } from './test'
import { visit } from './visit'

// Farms are made and filled here, and a book is changed: not on the server that others read.
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

interface Place {
  area: string
  onHand: number
}

const placesOf = async (serverUrl: string, farmId: string) =>
  (await call<{ data: Place[] }>(serverUrl, 'GET', `/api/v2/places/${farmId}`)).data

const alive = async (serverUrl: string, farmId: string) =>
  (await placesOf(serverUrl, farmId)).reduce((sum, { onHand }) => sum + onHand, 0)

async function areas(serverUrl: string, farmId: string): Promise<string[]> {
  const { leases } = await call<Farm>(serverUrl, 'GET', `/api/farms/${farmId}`)
  return leases.map(({ name }) => name)
}

async function send(page: Page, name: string, text: string) {
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
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
  test('is shown with what it leaves out, imported, and in the reports', async ({ page, serverUrl }) => {
    const farmId = await freshFarm(serverUrl)
    await page.goto(`/farms/${farmId}?tab=info`)
    await openPlace(page, 'Upload Groups')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload Groups')
    await expect(page.getByText('None yet.')).toBeVisible()
    await expect(page.getByLabel('Animal type')).toHaveCount(0)
    const buffer = await readFile(NOTEBOOK_CSV)
    await page.getByLabel('Choose a file').setInputFiles({ name: 'notebook.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('Animal type').fill('Pacific oyster')
    await page.getByLabel('Area prefix').fill('Site ')
    await expectAccessible(page)
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith(`/upload/${farmId}`),
    )
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const { message } = (await (await answered).json()) as { message: string }
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(page).toHaveURL(/\?upload=[0-9a-f]{24}$/)
    await expect(page.getByText('3 new growing areas: Site A, Site B, Site C.')).toBeVisible()
    expect(await alive(serverUrl, farmId)).toBe(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Import' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import' }).click()
    await expect(result(page)).toContainText(/[\d,]+ activities recorded\./)
    await expect(page.getByRole('alert')).toHaveText('')
    expect(await alive(serverUrl, farmId)).toBe(2082)
    expect(await areas(serverUrl, farmId)).toEqual(['Site A', 'Site B', 'Site C'])
    const { filters } = await call<{ filters: { oysterType: string[] } }>(
      serverUrl,
      'GET',
      `/api/farms/${farmId}/filters`,
    )
    expect(filters.oysterType).toEqual(['Pacific oyster'])

    await visit(
      page,
      `/farms/${farmId}?tab=reports&report=inventory&dates=custom&from=2017-03-01&to=2017-11-30&view=table`,
    )
    expect(await numbersOf(page, 'Nov 2017')).toEqual({ Received: 3431, Harvested: 1107, Lost: 242, Inventory: 2082 })
  })

  test('a broken file changes nothing and names its lines', async ({ page, serverUrl }) => {
    const farmId = await freshFarm(serverUrl)
    await page.goto(`/farms/upload/${farmId}`)
    await send(page, 'broken.csv', await spoilt())
    await expect(page.getByRole('row', { name: /^(Line )?100\b/ })).toContainText('total_counted')
    await expect(page.getByRole('row', { name: /^(Line )?50\b/ })).toContainText('many')
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Import without the bad rows' })).toBeVisible()
    await expectAccessibleOnPhoneToo(page)
    expect(await alive(serverUrl, farmId)).toBe(0)
    expect(await areas(serverUrl, farmId)).toEqual([])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download them' }).click()
    const refused = await readFile(await (await downloading).path(), 'utf8')
    expect(refused).toContain('many')
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

const sheet = (area: string, rows: string) =>
  `date,activity,growing area,fill profile,count\n${rows.replaceAll('@', area)}`

const aliveIn = async (serverUrl: string, area: string) =>
  (await placesOf(serverUrl, STONY)).filter((place) => place.area === area).reduce((sum, { onHand }) => sum + onHand, 0)

/** Uploads a file as the page does, and gives the address of the upload once it is recorded. */
async function uploaded(serverUrl: string, name: string, text: string): Promise<string> {
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'manager')}` }
  const body = new FormData()
  body.set('filename', name)
  body.set('file', new Blob([text], { type: 'text/csv' }), name)
  const answer = await fetch(`${serverUrl}/api/farms/upload/${STONY}`, { method: 'POST', headers, body })
  const { _id } = (await answer.json()) as { _id: string }
  const state = async () =>
    ((await (await fetch(`${serverUrl}/api/farms/${STONY}/uploads/${_id}`, { headers })).json()) as { state: string })
      .state
  await expect.poll(state).toBe('done')
  return `/manage/${STONY}/upload?upload=${_id}`
}

async function undo(page: Page, why: string) {
  await page.getByRole('button', { name: 'Undo this upload' }).click()
  const form = page.getByRole('form', { name: 'Undo this upload' })
  await form.getByLabel('Why').fill(why)
  await form.getByRole('button', { name: 'Undo', exact: true }).click()
}

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('UPL-1 AUTH-4 has no business in the console', async ({ page }) => {
    await page.goto('/farms/upload/5f0000000000000000000001')
    await expect(page).toHaveURL('/manage')
  })

  test('UPL-2 NEWS-5 on the own farm uploads a file, is told, and undoes it as a whole', async ({
    page,
    serverUrl,
  }) => {
    const area = 'Cove'
    await page.goto(`/manage/${STONY}`)
    await openPlace(page, 'Upload Groups')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload Groups')
    const file = sheet(area, '2026-03-01,plant,@,bag 1,100\n2026-03-04,harvest,@,bag 1,30\n')
    await send(page, 'spring.csv', file)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(result(page)).toContainText('2 activities recorded.')
    expect(await aliveIn(serverUrl, area)).toBe(70)
    const address = page.url()
    // Whoever manages the farm is told within the minute.
    await expect(async () => {
      await page.goto(`/manage/${STONY}/notices`)
      await expect(page.getByRole('link', { name: 'The upload of spring.csv is recorded.' })).toBeVisible({
        timeout: 300,
      })
    }).toPass()
    await page.getByRole('link', { name: 'The upload of spring.csv is recorded.' }).click()
    await expect(page).toHaveURL(address)

    await page.getByRole('button', { name: 'Undo this upload' }).click()
    const form = page.getByRole('form', { name: 'Undo this upload' })
    await expect(form).toContainText('All 2 activities that spring.csv recorded will count for nothing.')
    await expectAccessibleOnPhoneToo(page)
    await form.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(form).toContainText('Say why.')
    await form.getByLabel('Why').fill('the wrong season')
    await form.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('2 activities were undone.')).toBeVisible()
    await expect(page.getByText('the wrong season')).toBeVisible()
    await expectAccessible(page)
    expect(await aliveIn(serverUrl, area)).toBe(0)

    await page.getByRole('link', { name: 'The upload', exact: true }).click()
    await expect(page.getByText('This upload was undone.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo this upload' })).toHaveCount(0)
  })

  test('UPL-2 is shown what stands in the way, and nothing is undone', async ({ page, serverUrl }) => {
    const area = 'Bay'
    const first = await uploaded(serverUrl, 'first.csv', sheet(area, '2026-03-01,plant,@,bag 1,100\n'))
    const second = await uploaded(serverUrl, 'second.csv', sheet(area, '2026-03-04,loss,@,bag 1,5\n'))
    await page.goto(first)
    await undo(page, 'wrong')
    await expect(page.getByText('Nothing was undone: something needs what the upload recorded.')).toBeVisible()
    const row = page.getByRole('row', { name: /Loss, 4 Mar/ })
    await expect(row).toContainText('It takes what would not be there.')
    const lines = () =>
      row.getByRole('link').evaluate((link) => new Set(Array.from(link.getClientRects(), ({ top }) => top)).size)
    expect(await lines(), 'it is broken between its words alone').toBeLessThanOrEqual(2)
    const desk = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await lines(), 'so it is on a phone').toBeLessThanOrEqual(2)
    if (desk) await page.setViewportSize(desk)
    await expectAccessibleOnPhoneToo(page)
    expect(await aliveIn(serverUrl, area)).toBe(95)
    await row.getByRole('link').click()
    await expect(page.getByRole('dialog', { name: 'Correct an entry' })).toBeVisible()

    await visit(page, second)
    await undo(page, 'wrong too')
    await expect(page.getByText('1 activity was undone.')).toBeVisible()
    await visit(page, first)
    await undo(page, 'wrong')
    await expect(page.getByText('1 activity was undone.')).toBeVisible()
    expect(await aliveIn(serverUrl, area)).toBe(0)
  })
})
