import type { Page } from '@playwright/test'

/** Slow 4G and a quarter of the processor. */
export async function slow(page: Page): Promise<void> {
  const chrome = await page.context().newCDPSession(page)
  const bytesPerSecond = 1_600_000 / 8
  await chrome.send('Network.enable')
  await chrome.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await chrome.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** When the largest thing so far was painted, in milliseconds after the page was asked for. */
export function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        }),
      ),
  )
}

/**
 * Holds back what the page asks for at such an address, until what it gives is called. For before the page loads: in one
 * that is already open, a request may slip past.
 */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}
