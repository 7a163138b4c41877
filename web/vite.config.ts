import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import locales from '@react-aria/optimize-locales-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { groups } from './scripts/chunks.ts'
import { pages } from './scripts/pages.ts'
import { PRODUCT } from './src/shared/lib/product.ts'

const SERVER = process.env.MERROIR_SERVER ?? 'http://localhost:8080'

/** The drawing of the product's name, for index.html to hold and its header and the app's to use; a product of another name is written. */
function wordmark(): { symbol: string; name: string } {
  const drawing = readFileSync(new URL('./brand/wordmark.svg', import.meta.url), 'utf8')
  const [, box, title, path] = /viewBox="([^"]+)"><title>([^<]+)<\/title>(<path .+\/>)<\/svg>/.exec(drawing) ?? []
  if (title !== PRODUCT) return { symbol: '', name: `<span class="boot-name">${PRODUCT}</span>` }
  return {
    symbol: `<svg class="visually-hidden" aria-hidden="true"><symbol id="wordmark" viewBox="${box}">${path}</symbol></svg>`,
    name: '<svg class="wordmark"><use href="#wordmark" /></svg>',
  }
}

/**
 * Fills in index.html what is known at build time (the product's name) and,
 * for the development server only, what the Go server injects for each answer.
 */
function pagePlaceholders(): Plugin {
  return {
    name: 'page-placeholders',
    transformIndexHtml: {
      order: 'pre',
      handler(html, context) {
        const { symbol, name } = wordmark()
        const named = html.replaceAll('%PRODUCT%', PRODUCT).replace('%WORDMARK%', symbol).replace('%NAME%', name)
        if (!context.server) return named
        const config = { product: PRODUCT, farmAppUrl: SERVER, websiteUrl: SERVER, demo: true }
        const island = `<script type="application/json" id="merroir-config">${JSON.stringify(config)}</script>`
        return named.replace('<!--config-->', island).replaceAll('<!--nonce-->', '')
      },
    },
  }
}

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routesDirectory: 'src/routes' }),
    react(),
    // The kit speaks many languages, the app one.
    { ...locales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    pagePlaceholders(),
    pages(),
  ],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      // What the shim makes up for, React has.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', opened: 'src/opened.ts' },
      output: {
        // Every page's script names all files. Two of one name with other contents have these 42 bits to differ in, a style 36.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups,
        },
      },
    },
  },
  server: {
    proxy: { '/api': SERVER, '/tag': SERVER, '/photos': SERVER },
  },
})
