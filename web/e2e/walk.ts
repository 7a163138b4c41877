import type { Page } from '@playwright/test'
import { expect } from './test'

/** Stops of a browser's own: its parts of a date, what scrolls, and the way around the page's end. */
const MORE_STOPS = 20

/**
 * Tab alone comes to every control of the page as it stands, or of a part of it, coming from what stands before that;
 * where a dialog is open, to every control of the dialog.
 */
export async function expectWalkable(page: Page, within: 'body' | 'main' = 'body'): Promise<void> {
  const controls = await page.evaluate((within) => {
    const dialog = document.querySelector('[aria-modal=true]')
    const part = dialog ?? document.querySelector(within) ?? document.body
    const chosen = ({ form, name }: HTMLInputElement) =>
      [...part.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)].filter(
        (one) => one.form === form && one.checked,
      )
    const reachable = [
      ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
    ]
      .filter((one): one is HTMLElement | SVGElement => one instanceof HTMLElement || one instanceof SVGElement)
      .filter(
        (one) => one.tabIndex >= 0 && one.checkVisibility() && !one.matches(':disabled') && !one.closest('[inert]'),
      )
    const stops = reachable
      .filter((one) => part.contains(one))
      // Of radio buttons the chosen one; where none is, the first or the last is as good.
      .filter((one) => !(one instanceof HTMLInputElement && one.type === 'radio') || chosen(one)[0] === one)
    const isBefore = (one: Node) => part.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_PRECEDING
    if (!dialog) reachable.filter(isBefore).at(-1)?.focus()
    for (const [index, one] of stops.entries()) one.dataset.stop = String(index)
    document.addEventListener('focusin', ({ target }) => (target as HTMLElement).removeAttribute('data-stop'))
    document.activeElement?.removeAttribute('data-stop')
    return stops.length
  }, within)
  const left = page.locator('[data-stop]')
  const chrome = await page.context().newCDPSession(page)
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  // All are sent at once: waited for one by one, they cost three times as much. A key that is held down goes on.
  const press = (times: number) =>
    Promise.all(
      Array.from({ length: times }, () => chrome.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab })),
    )
  await press(controls)
  for (let more = 0; more < MORE_STOPS && (await left.count()) > 0; more++) await press(1)
  await chrome.detach()
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll('[data-stop]')].map((one) => one.outerHTML.slice(0, 160)),
  )
  expect(missed, 'not reached by Tab').toEqual([])
}
