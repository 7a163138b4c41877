import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './axe'
import { NOTEBOOK } from './report'
import { openSession, storedToken, tokenOf, withSession } from './session'
import { expect, test } from './test'

/** A ticket for the user, made by root as an app would make it. */
async function ticketFor(request: APIRequestContext, server: string, username: string): Promise<string> {
  const headers = { Authorization: `Bearer ${await tokenOf(server, 'root')}` }
  const people = await (await request.get(`/api/users?username=${username}`, { headers })).json()
  const user = people.data.find((one: { username: string }) => one.username === username)._id
  const answer = await request.post('/api/sso/tickets', { headers, data: { user, farm: NOTEBOOK } })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { ticket: string }).ticket
}

test('PUB-5 a ticket signs in at its farm, once, and stays nowhere', async ({ page, request, serverUrl, troubles }) => {
  troubles.expect(/^401 \/api\/users\/my$/)
  const ticket = await ticketFor(request, serverUrl, 'manager')
  const told: string[] = []
  page.on('request', (one) => {
    const { referer } = one.headers()
    if (referer) told.push(referer)
  })
  await page.goto('/nothing-yet').catch(() => undefined)
  troubles.expect(/^404 \/nothing-yet$/)
  await page.goto(`/sso/${ticket}/${NOTEBOOK}`)
  await expect(page).toHaveURL(`/manage/${NOTEBOOK}`)
  await expect(page.getByRole('heading', { level: 1, name: /Salish Sea Test Beds/ })).toBeVisible()
  const token = await storedToken(page)
  expect(token).toMatch(/^[\w-]{40,}$/)
  expect(token).not.toBe(ticket)
  expect(told.filter((referer) => referer.includes(ticket))).toEqual([])
  expect(
    await page.evaluate(() => JSON.stringify([sessionStorage, localStorage, history.state, location.href])),
  ).not.toContain(ticket)

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.evaluate(() => sessionStorage.removeItem('token'))
  await page.goto(`/sso/${ticket}/${NOTEBOOK}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Error' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('not valid any more')
  expect(await storedToken(page)).toBeNull()
  expect(page.url()).not.toContain(ticket)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'go to the start page' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('PUB-5 an ordinary session token works as it is, and that of somebody else asks first', async ({
  page,
  serverUrl,
}) => {
  const member = await openSession(serverUrl, 'member')
  await withSession(page, member)
  // Of a session of its own: one that others use is not to be given away.
  const token = await openSession(serverUrl, 'manager')
  await page.goto(`/sso/${token}/${NOTEBOOK}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Change who is signed in?' })).toBeVisible()
  expect(await storedToken(page)).toBe(member)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go on as manager' }).click()
  await expect(page).toHaveURL(`/manage/${NOTEBOOK}`)
  expect(await storedToken(page)).toBe(token)
})
