// Measures the built app against budgets.json and fails the build where one is
// exceeded. What a page loads is read from Vite's manifest: a chunk with
// everything it imports, without what is already there. Pages and the chunks
// that they load later are found there too: a new one is measured unasked.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const app = fileURLToPath(new URL('../dist/app', import.meta.url))
const manifest = JSON.parse(readFileSync(join(app, '.vite', 'manifest.json'), 'utf8'))
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8'))

const ROUTE = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/
const SHELL = 'reports.$farmId'
const CHART = 'src/features/reports/SeriesChart.tsx'
/** The charts have a budget of their own; the others are as further routes. */
const BUDGETS = { [CHART]: 'charts' }

function chunkOf(key) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`size-gate: the build has no chunk ${key}`)
  return chunk
}

/** The files of a chunk and of all that it imports. */
function collect(key, files = new Set()) {
  const { file, css = [], imports = [] } = chunkOf(key)
  if (files.has(file)) return files
  files.add(file)
  for (const style of css) files.add(style)
  for (const next of imports) collect(next, files)
  return files
}

/** What a chunk, with all that it imports, loads later. What the entry loads later are the pages. */
function laterOf(key, seen = new Set(['index.html'])) {
  if (seen.has(key)) return []
  seen.add(key)
  const { imports = [], dynamicImports = [] } = chunkOf(key)
  return [...dynamicImports, ...imports.flatMap((next) => laterOf(next, seen))]
}

const route = (name) => `src/routes/${name}.tsx?tsr-split=component`
const union = (...sets) => new Set(sets.flatMap((set) => [...set]))
const without = (files, had) => new Set([...files].filter((file) => !had.has(file)))
const sizeOf = (file) => (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size
const bytes = (files) => [...files].reduce((sum, file) => sum + sizeOf(join(app, file)), 0)
const loaded = (...routes) => union(collect('index.html'), ...routes.map((name) => collect(route(name))))

const farmList = loaded('manage', 'manage.index')
const rows = [
  ['signIn', 'sign-in, all JS and CSS', bytes(loaded('_public', '_public/login.index'))],
  ['farmList', 'signed-in shell with farm list', bytes(farmList)],
  ['farmList', 'reports in a mobile shell, all', bytes(union(loaded(SHELL), collect('src/app/FarmReports.tsx')))],
]

/** A chunk that several load is measured after the first of them: they load the same before it. */
const measured = new Set()

function measureLater(key, had, place) {
  const found = laterOf(key).filter((later) => !measured.has(later))
  for (const later of found) measured.add(later)
  for (const later of found) {
    const files = collect(later)
    const name = later.replace(/^.*\/(.+)\.tsx$/, '$1')
    rows.push([BUDGETS[later] ?? 'furtherRoute', `${name}, after ${place}`, bytes(without(files, had))])
    measureLater(later, union(had, files), name)
  }
}

for (const key of Object.keys(manifest)) {
  const name = ROUTE.exec(key)?.[1]
  // The layouts and the pages before the sign-in are parts of the rows above.
  if (!name?.includes('.') || name.startsWith('_public') || name === SHELL) continue
  const page = loaded(name.slice(0, name.indexOf('.')), name)
  rows.push(['furtherRoute', `/${name.replaceAll('.', '/')}, after the list`, bytes(without(page, farmList))])
  measureLater(key, union(farmList, page), `/${name.replaceAll('.', '/')}`)
}

for (const [budget, what, size] of rows) {
  const over = size > budgets[budget]
  console.log(
    `${over ? 'OVER' : '  ok'}  ${(size / 1000).toFixed(1).padStart(6)} of ${budgets[budget] / 1000} KB br  ${what}`,
  )
  if (over) process.exitCode = 1
}
