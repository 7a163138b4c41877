import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'

const LINES = 12

/** Says in a few lines at the very end why each test failed: often the end of a long log is all that is seen. */
export default class Why implements Reporter {
  private readonly failures: string[] = []

  onTestEnd(test: TestCase, { errors }: TestResult): void {
    if (!test.ok()) this.failures.push(test.titlePath().slice(1).join(' › '), ...errors.map(told))
  }

  onError(error: TestError): void {
    this.failures.push(told(error))
  }

  onEnd(): void {
    if (this.failures.length > 0) console.log(`\n${this.failures.join('\n')}`)
  }
}

function told({ message = '', location }: TestError): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
  const where = location && `at ${basename(location.file)}:${location.line}`
  return [...lines.slice(0, LINES), where].map((line) => line && `  ${line}\n`).join('')
}
