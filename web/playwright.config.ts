import { statfsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

/** What the browser's processes share lies in memory where there is room; Playwright puts it on the disk, for containers that have none. */
const inMemory = process.platform === 'linux' && freeBytes('/dev/shm') > 2e9

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Browser tests on the real binary (`make test-e2e` builds it and names the
 * browser). A test runs on the desk unless its tag says that it also (@phone) or
 * only (@phone-only) runs on the phone. Files run side by side; the tests of one
 * follow each other, unless it says that they only look.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/shared-server.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  timeout: 40_000,
  expect: { timeout: 10_000, toMatchAriaSnapshot: { pathTemplate: '{testDir}/screens/{arg}{ext}' } },
  reporter: [['list'], ['./e2e/why.ts']],
  use: {
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.MERROIR_TEST_CHROMIUM ?? '/usr/bin/chromium',
      ignoreDefaultArgs: inMemory ? ['--disable-dev-shm-usage'] : [],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--process-per-site', // a test's tab in the process of the one before (e2e/kept.ts)
        '--default-tile-width=1440', // a desk is drawn as one tile and not as two dozen, which are drawn and put together one by one
        '--default-tile-height=900',
      ],
    },
  },
  projects: [
    { name: 'desk', grepInvert: /@phone-only/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        userAgent: devices['Pixel 7'].userAgent,
      },
    },
  ],
})
