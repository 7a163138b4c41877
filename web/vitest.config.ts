import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

/** They put other modules in the place of some, or need the app as it is before it has begun. */
const ALONE = ['test/{early,lazy,opened,tabs}.test.{ts,tsx}']

const browser = {
  environment: 'happy-dom',
  environmentOptions: { happyDOM: { url: 'http://localhost:3000/' } },
  setupFiles: ['test/setup.ts'],
}

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      restoreMocks: true,
      testTimeout: 60_000, // on a busy machine a form of many fields takes half a minute
      maxWorkers: '100%',
      projects: [
        {
          extends: true,
          test: {
            ...browser,
            name: 'app',
            // A document and the app's modules for many files, and not anew for each.
            isolate: false,
            include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
            exclude: ALONE,
          },
        },
        { extends: true, test: { ...browser, name: 'alone', include: ALONE } },
        {
          // What the tag page has of scripts, without a browser.
          extends: true,
          test: { name: 'tag', environment: 'node', include: ['tag/**/*.test.{ts,tsx}'] },
        },
      ],
    },
  }),
)
