import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      restoreMocks: true,
      testTimeout: 20_000,
      projects: [
        {
          extends: true,
          test: {
            name: 'app',
            environment: 'happy-dom',
            environmentOptions: { happyDOM: { url: 'http://localhost:3000/' } },
            isolate: false,
            include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
            setupFiles: ['test/setup.ts'],
          },
        },
        {
          // The tag page is rendered without a browser.
          extends: true,
          test: { name: 'tag', environment: 'node', include: ['tag/**/*.test.{ts,tsx}'] },
        },
      ],
    },
  }),
)
