import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { asBefore, asNobody, storedToken } from './session'
import { expect } from './test'

/** What the page of a mail, which a press has opened, has of the pattern: the page may still be on its way. */
export async function textOf(page: Page, pattern: RegExp): Promise<string> {
  await expect.poll(() => page.content()).toMatch(pattern)
  return pattern.exec(await page.content())?.[0] ?? ''
}

/** The page of the newest mail whose line in the list has all of the words, once it is there: asked for beside the page, which stays where it is. */
export async function mailWith(page: Page, ...words: string[]): Promise<string> {
  const get = async (path: string) => (await page.request.get(path)).text()
  let mail: string | undefined
  await expect
    .poll(
      async () => {
        const lines = (await get('/dev/mail')).split('<li>').slice(1)
        mail = lines.find((line) => words.every((one) => line.includes(one)))
        return mail
      },
      { message: `a mail with ${words.join(', ')}`, intervals: [100] },
    )
    .toBeDefined()
  return get(/href="([^"]+)"/.exec(mail ?? '')?.[1] ?? '')
}

/** Somebody who is not signed in stops the mails by the link in one of them; the page is that of who it was then. */
export async function stopBy(page: Page, link: RegExp, mail: string, heading: string): Promise<void> {
  await asNobody(page)
  await page.goto(link.exec(mail)?.[0] ?? '')
  expect(await storedToken(page)).toBeNull()
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByText('No more of these mails are sent.')).toBeVisible()
  await asBefore(page)
}
