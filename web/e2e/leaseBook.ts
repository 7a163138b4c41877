import type { Locator, Page } from '@playwright/test'
import { tokenOf } from './session'

export const STONY = '5f0000000000000000000002'
export const COVE = '5f0000000000000000000007'
export const PACIFIC = 'America/Los_Angeles'

export interface Lease {
  leaseId: string
  version: number
}

/** What a colleague does meanwhile, or what was done before: a call to the server, as root. */
export async function call<T>(serverUrl: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${serverUrl}/api/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${await tokenOf(serverUrl, 'root')}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: body && JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${text}`)
  return JSON.parse(text) as T
}

export const addLease = (serverUrl: string, name: string, more: object = {}) =>
  call<Lease>(serverUrl, 'POST', `farms/${STONY}/leases`, { name, ...more })

/** Today where the farm is. */
export const today = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())

export function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

export const panelOf = (page: Page) => page.getByRole('region', { name: 'Leases' })
export const itemOf = (page: Page, name: string) =>
  panelOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
export const fact = (item: Locator, name: string) =>
  item
    .locator('dl > div')
    .filter({ has: item.page().getByText(name, { exact: true }) })
    .getByRole('definition')
export const told = (page: Page) => panelOf(page).getByRole('status')
