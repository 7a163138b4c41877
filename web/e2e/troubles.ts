import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'

/** Chromium's echo of an answer, which is counted as an answer already. */
const ECHO = /^Failed to load resource: the server responded with a status of/

/**
 * What a person would never see but a developer must: errors in the console
 * (also of the content security policy), uncaught exceptions, answers that are
 * failures, and calls to anywhere but this server.
 */
export class Troubles {
  private readonly seen: string[] = []
  private readonly expected: RegExp[] = []

  constructor(context: BrowserContext, origin: string) {
    context.on('page', (page) => this.watch(page))
    context.on('request', (request) => {
      const { protocol, origin: to } = new URL(request.url())
      if (protocol.startsWith('http') && to !== origin) this.seen.push(`request to ${request.url()}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400) this.seen.push(`${response.status()} ${new URL(response.url()).pathname}`)
    })
  }

  /** This trouble is what the test is about. */
  expect(...patterns: RegExp[]): void {
    this.expected.push(...patterns)
  }

  left(): string[] {
    return this.seen.filter((line) => !this.expected.some((pattern) => pattern.test(line)))
  }

  /** Pages that come are watched by themselves; this is for one that was there. */
  watch(page: Page): void {
    page.on('pageerror', (error) => this.seen.push(`exception: ${error.message}`))
    page.on('console', (message: ConsoleMessage) => {
      const wrong = message.type() === 'error' || message.type() === 'warning'
      if (wrong && !ECHO.test(message.text())) this.seen.push(`console: ${message.text()}`)
    })
  }
}
