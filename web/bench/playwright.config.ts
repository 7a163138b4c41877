import base from '../playwright.config'

/** Browser measurements (`make bench`): they claim nothing, they print. */
export default {
  ...base,
  testDir: '.',
  testMatch: /.*\.bench\.ts/,
  globalSetup: '../e2e/shared-server.ts',
  outputDir: '../test-results',
  workers: 1,
  projects: base.projects?.filter(({ name }) => name === 'desk'),
}
