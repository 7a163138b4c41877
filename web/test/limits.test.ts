import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { queryLimits } from '@/api'
import { SEARCH_MOST } from '@/shared/lib/paging'

// Vitest runs in the folder of the web.
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))

test('no input has a limit that is typed by hand', () => {
  const typed = sources.filter((file) => /maxLength=\{\s*\d|maxLength="/.test(readFileSync(`src/${file}`, 'utf8')))
  expect(typed).toEqual([])
})

test('the search above a list takes as much as every list looks for', () => {
  const { getFarms, getUsers, getAdminGroups, getAudit, getShipments } = queryLimits
  const searches = [getFarms.name, getUsers.username, getAdminGroups.name, getAudit.search, getShipments.search]
  expect(new Set([SEARCH_MOST, ...searches]).size).toBe(1)
})

test('a list goes as far as the server turns its pages', () => {
  const { getFarms, getUsers, getAdminGroups, getAudit, getJobs, getShipments, getFarmsIdInvoices } = queryLimits
  const lists = [getFarms, getUsers, getAdminGroups, getAudit, getJobs, getShipments, getFarmsIdInvoices]
  expect(new Set(lists.map(({ page }) => page)).size).toBe(1)
})
