import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { REPORTS } from '@/features/reports/names'
import { farm, user } from './data'
import { renderApp } from './render'
import { failure, server, signedIn } from './server'

const FARM = '5f0000000000000000000001'

const early: string[] = []
/** In any order of the parameters. */
const nameOf = (method: string, path: string, body = '') => `${method} ${path.split(/[?&]/).sort().join()} ${body}`

vi.mock('@/api/early', async (original) => ({
  ...(await original<object>()),
  askEarly: (path: string, body?: object) => {
    early.push(nameOf(body ? 'PUT' : 'GET', path, body && JSON.stringify(body)))
    return Promise.resolve(new Response(JSON.stringify(user(who))))
  },
}))

let who: 'manager' | 'admin' = 'manager'

beforeEach(() => {
  early.length = 0
  vi.resetModules()
})

const REPORT = REPORTS.map(({ key }) => `report=${key}`)

// What a page asks is spelled twice: by the script that runs before the app, and by the app.
test.each([
  ['manager', '/manage'],
  ['manager', '/manage?name=sea&page=2&limit=50&sort=-name'],
  ['admin', '/farms'],
  ['manager', `/manage/${FARM}`],
  ['manager', `/manage/${FARM}?tab=info`],
  ['manager', `/manage/${FARM}?tab=about`],
  ['admin', `/farms/${FARM}?tab=features`],
  ...REPORT.map((report) => ['manager', `/manage/${FARM}?tab=reports&${report}`] as const),
  ...REPORT.map((report) => ['manager', `/reports/${FARM}?${report}&dates=30&every=week&by=size`] as const),
] as const)('%s at %s: whatever is asked early, the page asks in the same words', async (as, address) => {
  who = as
  const asked: string[] = []
  signedIn(as)
  server.use(
    http.all('*/api/*', async ({ request }) => {
      const { pathname, search } = new URL(request.url)
      asked.push(nameOf(request.method, pathname + search, await request.clone().text()))
      if (pathname === '/api/users/my') return HttpResponse.json(user(as))
      return pathname === `/api/farms/${FARM}` ? HttpResponse.json(farm({ _id: FARM })) : failure(404, 'Not here.')
    }),
  )
  vi.stubGlobal('location', new URL(address, location.origin))
  await import('../src/opened')
  await waitFor(() => expect(early.length).toBeGreaterThan(1))
  vi.unstubAllGlobals()
  renderApp(address)
  for (const question of early) await waitFor(() => expect(asked).toContain(question))
})
