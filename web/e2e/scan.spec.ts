import type { Page } from '@playwright/test'
import encodeQR from 'qr'
import { expectAccessible } from './axe'
import { MADE } from './demo-tags'
import { expect, test } from './test'

test.use({ as: 'manager' })

const COVE = '/manage/5f0000000000000000000007/tagging'
/** What the camera sees, again and again: a tag, the menu of a restaurant, and another tag. */
const SEEN = [
  `https://merroir.example/tag/${MADE.harvested}`,
  'https://walrus.example/menu',
  `https://merroir.example/tag/${MADE.petites}`,
].map((text) => encodeQR(text, 'raw', { border: 2 }))

/** Not every browser without a screen has a camera, so this one is a drawing: its film is a stream like any other. */
function film(page: Page) {
  return page.addInitScript((codes) => {
    const [module, each] = [5, 5]
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 300
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D
      let drawn = 0
      setInterval(() => {
        pen.fillStyle = 'white'
        pen.fillRect(0, 0, canvas.width, canvas.height)
        pen.fillStyle = 'black'
        for (const [y, row] of (codes[Math.floor(drawn++ / each) % codes.length] ?? []).entries())
          for (const [x, dark] of row.entries())
            if (dark) pen.fillRect(25 + x * module, 25 + y * module, module, module)
      }, 100)
      return canvas.captureStream()
    }
  }, SEEN)
}

test('TAG-5 the camera takes in one tag after the other, and names what is none', { tag: '@phone' }, async ({
  page,
}) => {
  await film(page)
  await page.goto(`${COVE}?event=receive`)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  const tags = page.getByRole('region', { name: 'Tags received' })
  await expect(tags.getByText('That is not the code of a tag: https://walrus.example/menu')).toBeVisible()
  for (const id of [MADE.harvested, MADE.petites])
    await expect(tags.getByRole('button', { name: `Leave out ${id}` })).toHaveCount(1)
  await expect(tags.getByText(/is there already\./)).toBeVisible()
  await expect(tags.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the camera' }).click()
  await expect(page.getByLabel('What the camera sees')).toHaveCount(0)
})

test('TAG-5 without leave for the camera one is told, and types', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))
  })
  await page.goto(`${COVE}?event=receive`)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page.getByRole('alert')).toContainText('This page may not use the camera.')
  await page.getByLabel('Scan or type a tag').fill(MADE.harvested)
  await expect(page.getByRole('button', { name: `Leave out ${MADE.harvested}` })).toBeVisible()
})
