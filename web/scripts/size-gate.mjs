// Measures the built app against budgets.json and fails the build where one is
// exceeded. What a page loads is read from .pages.json.gz: a new page, and what it
// loads later, is measured unasked.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const app = fileURLToPath(new URL('../dist/app', import.meta.url))
const { main, pages, later } = JSON.parse(gunzipSync(readFileSync(join(app, '.pages.json.gz'))).toString())
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8'))

/** The pages with a budget for all that they load. */
const WHOLE = { '/login': 'signIn', '/farms': 'farmList', '/manage': 'farmList' }

const sizeOf = (file) => (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size
const bytes = (files) => files.reduce((sum, file) => sum + sizeOf(join(app, file)), 0)

const list = pages.find(({ path }) => path === '/farms')
const afterList = (files) => files.filter((file) => !list.files.includes(file))
const rows = [
  ...pages.flatMap(({ path, query, files }) => {
    if (WHOLE[path]) return [[WHOLE[path], `${path}, all`, bytes([...main, ...files])]]
    // What a query adds is measured as what is loaded later.
    return query ? [] : [['furtherRoute', `${path}, after the list`, bytes(afterList(files))]]
  }),
  ...later.map(({ name, files }) => ['furtherRoute', `${name}, when asked for`, bytes(files)]),
]

for (const [budget, what, size] of rows) {
  const over = size > budgets[budget]
  console.log(
    `${over ? 'OVER' : '  ok'}  ${(size / 1000).toFixed(1).padStart(6)} of ${budgets[budget] / 1000} KB br  ${what}`,
  )
  if (over) process.exitCode = 1
}
