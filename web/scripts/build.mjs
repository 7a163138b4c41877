// Builds everything that the Go binary embeds: the app into dist/app, the style
// and script of the tag page (their own build script) and each asset's brotli and gzip
// twins, so that the server never compresses while answering. An asset that
// became smaller is kept as its twins alone: the server unpacks the plain one.
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const web = fileURLToPath(new URL('..', import.meta.url))
const dist = join(web, 'dist')
const TEXT = new Set(['.js', '.css', '.svg', '.json', '.webmanifest'])

const brotliBest = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
const gzipBest = (bytes) => promisify(gzip)(bytes, { level: 9 })

// index.html is left out: the server fills it in for each answer.
async function compress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) => entry.isFile() && TEXT.has(extname(entry.name)) && !entry.name.startsWith('.'),
  )
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name)
      const bytes = await readFile(file)
      const brotli = await brotliBest(bytes)
      const zipped = await gzipBest(bytes)
      if (zipped.length >= bytes.length) return
      await writeFile(`${file}.gz`, zipped)
      await writeFile(`${file}.br`, brotli)
      await rm(file)
    }),
  )
}

await build({ root: web, logLevel: 'warn' })
const tagBuild = join(web, 'tag', 'build.mjs')
if (existsSync(tagBuild)) await import(tagBuild)
await compress(join(dist, 'app'))
await import('./size-gate.mjs')
