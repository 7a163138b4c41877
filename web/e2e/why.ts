import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Location, Reporter, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter'

const LINES = 12
/** A step that took this long is named. */
const LONG_MS = 5_000

/** Says in a few lines at the very end why each test failed: often the end of a long log is all that is seen. */
export default class Why implements Reporter {
  private readonly failures: string[] = []

  onTestEnd(test: TestCase, { errors, steps }: TestResult): void {
    if (!test.ok()) this.failures.push(test.titlePath().slice(1).join(' › '), ...errors.map(told), ...waits(steps))
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
  return [...lines.slice(0, LINES), at(location)].map((line) => line && `  ${line}\n`).join('')
}

/**
 * The steps that took long. A test goes on while its page is being closed, so
 * that what it ran out of time in may stand above where it ended.
 */
function waits(steps: TestStep[]): string[] {
  return steps.flatMap((step) => {
    if (step.steps.length > 0) return waits(step.steps)
    if (step.duration >= 0 && step.duration < LONG_MS) return []
    const took = step.duration < 0 ? 'did not end' : `${(step.duration / 1000).toFixed(1)} s`
    return [['  took long:', took, step.title, at(step.location)].join(' ').trimEnd()]
  })
}

function at(location?: Location): string {
  return location ? `at ${basename(location.file)}:${location.line}` : ''
}
