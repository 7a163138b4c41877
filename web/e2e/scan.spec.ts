import type { Page } from '@playwright/test'
import encodeQR from 'qr'
import { expectAccessible } from './axe'
import { MADE, UNKNOWN_TAG } from './demo-tags'
import { expect, test } from './test'

test.use({ as: 'manager', ownTab: true })

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

test('TAG-5 the camera takes in one tag after the other, and names what is none', { tag: '@phone-only' }, async ({
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

test.describe('from the header of a phone', { tag: '@phone-only' }, () => {
  test('a tag that the camera sees is opened where it is one of the farm', async ({ page }) => {
    await film(page)
    await page.goto('/manage/5f0000000000000000000002')
    await page.getByRole('button', { name: 'Scan a tag' }).click()
    await expect(page).toHaveURL(/\/manage\/5f0000000000000000000002\/tags\/7a00000000000000000000(11|14)$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('What the camera sees')).toHaveCount(0)
  })

  test('of any other there is what anybody sees, its public page, and the way to receive it', async ({
    page,
    troubles,
  }) => {
    troubles.expect(/^404 \/api\/farms\/5f0000000000000000000007\/tags\//)
    await film(page)
    await page.goto('/manage/5f0000000000000000000007')
    await page.getByRole('button', { name: 'Scan a tag' }).click()
    const sheet = page.getByRole('dialog', { name: 'Scan a tag' })
    await expect(sheet.getByText("This is not one of this farm's tags.")).toBeVisible()
    await expectAccessible(page)
    await expect(sheet.getByRole('link', { name: 'See its public page' })).toHaveAttribute(
      'href',
      /^\/tag\/7a0{20}1[14]$/,
    )
    await sheet.getByRole('link', { name: 'Receive it' }).click()
    await expect(page.getByRole('button', { name: /^Leave out 7a0{20}1[14]$/ })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('without leave for the camera one types, and a tag that nobody knows is said', async ({ page, troubles }) => {
    troubles.expect(/^404 \/api\//)
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))
    })
    await page.goto('/manage/5f0000000000000000000002')
    await page.getByRole('button', { name: 'Scan a tag' }).click()
    await expect(page.getByRole('alert')).toContainText('This page may not use the camera.')
    await page.getByLabel('Or type it').fill(UNKNOWN_TAG)
    await expect(page.getByRole('alert')).toHaveText(/tag/i)
    await page.getByRole('button', { name: 'Scan another' }).click()
    await page.getByLabel('Or type it').fill(`https://merroir.example/tag/${MADE.harvested}`)
    await expect(page).toHaveURL(`/manage/5f0000000000000000000002/tags/${MADE.harvested}`)
  })
})
