import type { Page } from '@playwright/test'
import { expect } from './test'

/** What the page of a mail, which a press has opened, has of the pattern: the page may still be on its way. */
export async function textOf(page: Page, pattern: RegExp): Promise<string> {
  await expect.poll(() => page.content()).toMatch(pattern)
  return pattern.exec(await page.content())?.[0] ?? ''
}
