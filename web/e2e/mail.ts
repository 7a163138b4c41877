import type { Page } from '@playwright/test'
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
