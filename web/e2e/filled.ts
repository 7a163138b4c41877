import type { Locator } from '@playwright/test'

/** What the filled buttons of a part of the page say: those that one is there for. */
export function filledIn(part: Locator): Promise<(string | null)[]> {
  return part.evaluate((element) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--sea)'
    const sea = getComputedStyle(probe).color
    probe.remove()
    return [...element.querySelectorAll('a, button')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === sea)
      .map(({ textContent }) => textContent)
  })
}
