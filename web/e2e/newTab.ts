import type { Browser } from '@playwright/test'
import { expect } from './test'

/** A tab that the browser opened by itself. */
export interface NewTab {
  /** The value of an expression in it; undefined while there is none. */
  ask: (expression: string) => Promise<unknown>
  close: () => Promise<void>
}

/**
 * The one tab that opens while `open` runs. It is asked of the browser itself: the driver tells of a
 * tab once it has seen it navigate, and where the tab was quicker than the driver that never comes.
 */
export async function newTab(browser: Browser, open: () => Promise<void>): Promise<NewTab> {
  const cdp = await browser.newBrowserCDPSession()
  const tabs = async () =>
    (await cdp.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'page').map((one) => one.targetId)
  const before = await tabs()
  await open()
  const opened = async () => (await tabs()).filter((one) => !before.includes(one))
  await expect.poll(async () => (await opened()).length, { timeout: 10_000 }).toBe(1)
  const [targetId = ''] = await opened()
  const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false })

  const answers = new Map<string, (value: unknown) => void>()
  cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    answers.get(String(id))?.(result?.result?.value)
  })
  let asked = 0
  const ask = async (expression: string) => {
    asked += 1
    const id = asked
    const answered = new Promise((resolve) => answers.set(String(id), resolve))
    const params = { expression, returnByValue: true }
    await cdp.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method: 'Runtime.evaluate', params }),
    })
    return answered
  }
  const close = async () => {
    await cdp.send('Target.closeTarget', { targetId })
    await cdp.detach()
  }
  return { ask, close }
}
