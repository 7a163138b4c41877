// Measures the built app against budgets.json and fails the build where one is
// exceeded. What a page loads is read from Vite's manifest: a chunk with
// everything it imports, without what is already there.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const app = fileURLToPath(new URL('../dist/app', import.meta.url))
const manifest = JSON.parse(readFileSync(join(app, '.vite', 'manifest.json'), 'utf8'))
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8'))

function chunkOf(key) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`size-gate: the build has no chunk ${key}`)
  return chunk
}

function collect(key, files) {
  const { file, css = [], imports = [] } = chunkOf(key)
  if (files.has(file)) return files
  files.add(file)
  for (const style of css) files.add(style)
  for (const next of imports) collect(next, files)
  return files
}

const route = (name) => `src/routes/${name}.tsx?tsr-split=component`

function loaded(...keys) {
  const files = new Set()
  for (const key of ['index.html', ...keys]) collect(key, files)
  return files
}

const bytes = (files) => [...files].reduce((sum, file) => sum + statSync(join(app, `${file}.br`)).size, 0)
const without = (files, had) => new Set([...files].filter((file) => !had.has(file)))

const signIn = loaded(route('_public'), route('_public/login.index'))
const farmList = loaded(route('manage'), route('manage.index'))
const setup = loaded(route('farms'), route('farms.setup'))
const farm = loaded(route('manage'), route('manage.$farmId'))
const record = loaded(route('manage'), route('manage.$farmId_.record'))
const upload = loaded(route('farms'), route('farms.upload.$farmId'))
const account = loaded(route('account'), route('account.settings'))
const REPORTS = [route('manage'), route('manage.$farmId'), 'src/app/FarmReports.tsx']
const reports = loaded(...REPORTS)
const dashboard = loaded(...REPORTS, 'src/features/dashboard/Dashboard.tsx')
const metric = loaded(...REPORTS, 'src/features/reports/MetricReport.tsx')
const chart = loaded(...REPORTS, 'src/features/reports/MetricReport.tsx', 'src/features/reports/SeriesChart.tsx')
const panel = (file) => bytes(without(loaded(...REPORTS, file), reports))
const shell = loaded(route('reports.$farmId'), 'src/app/FarmReports.tsx')

const rows = [
  ['signIn', 'sign-in, all JS and CSS', bytes(signIn)],
  ['farmList', 'signed-in shell with farm list', bytes(farmList)],
  ['furtherRoute', 'farm detail, after the list', bytes(without(farm, farmList))],
  ['furtherRoute', 'farm setup, after the list', bytes(without(setup, farmList))],
  ['furtherRoute', 'record, after the list', bytes(without(record, farmList))],
  ['furtherRoute', 'upload groups, after the list', bytes(without(upload, farmList))],
  ['furtherRoute', 'account settings, after the list', bytes(without(account, farmList))],
  ['furtherRoute', 'reports, after the farm', bytes(without(reports, farm))],
  ['furtherRoute', 'dashboard, after the reports', bytes(without(dashboard, reports))],
  ['furtherRoute', 'equipment, after the reports', panel('src/features/equipment/EquipmentReport.tsx')],
  ['furtherRoute', 'exports, after the reports', panel('src/features/exports/ExportsReport.tsx')],
  ['farmList', 'reports in a mobile shell, all', bytes(shell)],
  ['furtherRoute', 'a report of numbers, after the dashboard', bytes(without(metric, dashboard))],
  ['charts', 'charts, after such a report', bytes(without(chart, metric))],
]

for (const [budget, what, size] of rows) {
  const over = size > budgets[budget]
  console.log(
    `${over ? 'OVER' : '  ok'}  ${(size / 1000).toFixed(1).padStart(6)} of ${budgets[budget] / 1000} KB br  ${what}`,
  )
  if (over) process.exitCode = 1
}
