// Builds what a browser gets of the public tag page beside its HTML: dist/tag/tag.css and
// dist/tag/beacon.js, as small as they get. The server (internal/tagpage) writes both into
// each page. Importing this file builds, and so does running it.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, minifySync, transformWithOxc } from 'vite'

const here = import.meta.dirname
const dist = join(here, '../dist/tag')

async function style() {
  const { output } = await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target: 'es2020', rollupOptions: { input: join(here, 'tag.css') } },
  })
  return output.find(({ fileName }) => fileName.endsWith('.css')).source
}

async function beacon() {
  const file = join(here, 'beacon.ts')
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false })
  return minifySync(file, `(()=>{${code}})()`, { module: false, sourcemap: false }).code
}

await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
await writeFile(join(dist, 'tag.css'), await style())
await writeFile(join(dist, 'beacon.js'), await beacon())
