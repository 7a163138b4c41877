// Builds the public tag page for the server: dist/tag/render.js.gz, one script
// without imports that leaves a global `merroirTag` with render, css and script.
// Nobody downloads it: it is zipped for the size of the binary.
// Importing this file builds, and so does running it.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, minifySync, transformWithOxc } from 'vite'

const here = import.meta.dirname
const dist = join(here, '../dist/tag')

async function tagPage() {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    mode: 'production',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': '"production"',
      TAG_SCRIPT: JSON.stringify(await beacon()),
    },
    build: {
      outDir: dist,
      emptyOutDir: true,
      target: 'es2020',
      reportCompressedSize: false,
      lib: { entry: join(here, 'render.tsx'), formats: ['iife'], name: 'merroirTag', fileName: () => 'render.js' },
    },
  })
  const script = join(dist, 'render.js')
  await writeFile(`${script}.gz`, gzipSync(await readFile(script), { level: 9 }))
  await rm(script)
}

/** The inline script of the page, as small as it gets. */
async function beacon() {
  const file = join(here, 'beacon.ts')
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false })
  const small = minifySync(file, `(()=>{${code}})()`, { module: false, sourcemap: false })
  return small.code.trim()
}

await tagPage()
