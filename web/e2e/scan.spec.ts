import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import encodeQR from 'qr'
import config from '../playwright.config'
import { expectAccessible } from './axe'
import { MADE } from './demo-tags'
import { expect, test } from './test'

const COVE = '/manage/5f0000000000000000000007/tagging'
const [WIDTH, HEIGHT, MODULE] = [320, 240, 5]

/** A frame of a film: a code in the middle, its module five dots wide. */
function frame(text: string): Buffer {
  const code = encodeQR(text, 'raw', { border: 2 })
  const side = code.length * MODULE
  const [left, top] = [Math.round((WIDTH - side) / 2), Math.round((HEIGHT - side) / 2)]
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const dark = code[Math.floor(y / MODULE)]?.[Math.floor(x / MODULE)]
      if (dark) luma[(top + y) * WIDTH + left + x] = 16
    }
  }
  return Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
}

/** What the camera sees, again and again: a tag, the menu of a restaurant, and another tag. */
const FILM = join(mkdtempSync(join(tmpdir(), 'merroir-film-')), 'tags.y4m')
const TEXTS = [MADE.harvested, MADE.petites].map((id) => `https://merroir.example/tag/${id}`)
const SEEN = [TEXTS[0], 'https://walrus.example/menu', TEXTS[1]].map((text = '') => frame(text))
writeFileSync(
  FILM,
  Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`),
    ...SEEN.flatMap((one) => Array<Buffer>(5).fill(one)),
  ]),
)

const { executablePath, args = [] } = config.use?.launchOptions ?? {}
test.use({
  as: 'manager',
  launchOptions: {
    executablePath,
    args: [...args, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${FILM}`],
  },
})

test('TAG-5 the camera takes in one tag after the other, and names what is none', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['camera'])
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
  await page.goto(`${COVE}?event=receive`)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page.getByRole('alert')).toContainText('This page may not use the camera.')
  await page.getByLabel('Scan or type a tag').fill(MADE.harvested)
  await expect(page.getByRole('button', { name: `Leave out ${MADE.harvested}` })).toBeVisible()
})
