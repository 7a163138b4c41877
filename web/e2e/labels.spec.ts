import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './axe'
import { TAGS } from './demo-tags'
import { tokenOf } from './session'
import { expect, test } from './test'

const STONY = '5f0000000000000000000002'

test.use({ as: 'manager', alone: import.meta.url })

/** Puts animals of the newest harvest on a tag. */
async function tagged(request: APIRequestContext, serverUrl: string): Promise<string> {
  const headers = { Authorization: `Bearer ${await tokenOf(serverUrl, 'manager')}` }
  const { data } = await (await request.get(`/api/farms/${STONY}/harvests`, { headers })).json()
  const { leaseId, lotId, date } = data[0]
  const event = { id: 'e2e', event: 'harvest', date, leaseId, lots: [{ lotId, animals: 60 }] }
  const answer = await request.post('/api/tags', { headers, data: { farmId: STONY, events: [event] } })
  expect(answer.status()).toBe(200)
  return (await answer.json()).events[0].tag
}

/** The text of a document, line by line. */
function textOf(pdf: Buffer): string {
  const lines: string[] = []
  let from = 0
  for (let at = pdf.indexOf('stream\n', from); at >= 0; at = pdf.indexOf('stream\n', from)) {
    const end = pdf.indexOf('\nendstream', at)
    from = end + 10
    try {
      const content = inflateSync(pdf.subarray(at + 7, end)).toString('latin1')
      for (const [, shown = ''] of content.matchAll(/Td \((.*?)\) Tj/gs)) {
        const raw = Buffer.from(shown.replace(/\\([\\()])/g, '$1'), 'latin1')
        lines.push(raw.swap16().toString('utf16le'))
      }
    } catch {
      // Not a page.
    }
  }
  return lines.join('\n')
}

test('LABEL-3 from a tag to its label, as PDF and for a label printer', async ({ page, request, serverUrl }) => {
  const tag = await tagged(request, serverUrl)
  await page.goto(`/manage/${STONY}/tags/${tag}`)
  await page.getByRole('link', { name: 'Print its label' }).click()
  await expect(page).toHaveURL(`/manage/${STONY}/labels?tags=${tag}`)
  const picture = page.getByRole('img', { name: /^Label: Harvester ID / })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(533)
  await expectAccessible(page)

  let downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 1 label' }).click()
  const text = textOf(await readFile(await (await downloading).path()))
  expect(text).toMatch(/Harvester ID\n.*\nHarvest date\n.*\nHarvest location\n[^:]*, WA\nType and quantity\n/)
  expect(text.replaceAll('\n', ' ')).toContain('KEPT ON FILE FOR 90 DAYS')
  expect(text).toContain(tag.slice(0, 12))

  await page.getByLabel('Printer').selectOption('TSC ALPHA-30RB mobile')
  downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save 1 label' }).click()
  const tspl = await readFile(await (await downloading).path(), 'latin1')
  expect(tspl).toMatch(/^SIZE 66\.7 mm,133\.3 mm/)
  expect(tspl).toContain(`/tag/${tag}"`)

  // Small paper is refused at its field, before anything is printed.
  await page.getByLabel('Printer').selectOption('TSC DA220 mobile')
  await page.getByLabel('Paper').selectOption('mobileSmall')
  await expect(page.getByLabel('Paper')).toHaveAccessibleDescription(/too small for a tag/)
  await expect(page.getByRole('button', { name: 'Save 1 label' })).toBeDisabled()
  await page.getByLabel('Kind of label').selectOption('sticker')
  await expect(page.getByRole('img', { name: /NOT A SHELLSTOCK TAG/ })).toBeVisible()
})

test('LABEL-2 what a tag does not state, and a recall, keep its label from being printed', async ({ page }) => {
  await page.goto(`/manage/${STONY}/labels?tags=${TAGS.farm},${TAGS.recalled}`)
  await expect(page.getByText('2 labels of 2 must not be printed as they are, so none is.')).toBeVisible()
  const quantity = page.getByRole('listitem').filter({ hasText: 'Type and quantity' })
  await expect(quantity).toContainText('The tag does not state the quantity.')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('It is recalled by Washington State Department of Health.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download 2 labels' })).toBeDisabled()
})
