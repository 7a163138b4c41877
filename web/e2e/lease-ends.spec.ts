import { expectAccessible, expectAccessibleOnPhoneToo } from './axe'
import {
  addLease,
  call,
  fact,
  type Held,
  itemOf,
  type Lease,
  PACIFIC,
  panelOf,
  STONY,
  shifted,
  shown,
  today,
  told,
} from './leaseBook'
import { expect, test } from './test'

// Leases are made and changed here: not on the server whose farms others read.
test.use({ alone: import.meta.url })

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('FARM-4 a lease with animals cannot end, and its lines cannot go: said with the counts', async ({
    page,
    troubles,
  }) => {
    troubles.expect(/^40[09] \/api\/farms\/.+\/leases\//)
    await page.goto(`/manage/${STONY}?tab=info`)
    const palix = itemOf(page, 'Palix Mouth')
    const animals = await fact(palix, 'Animals on hand').innerText()
    const containers = await fact(palix, 'Containers on hand').innerText()
    await palix.getByRole('button', { name: 'End Palix Mouth' }).click()
    const end = page.getByRole('dialog', { name: 'End Palix Mouth' })
    const there = `${animals} animals and ${containers} containers`
    await expect(end).toContainText(`It still holds ${there}. A lease can only end when it is empty.`)
    await expect(end.getByLabel('Last day in use')).toHaveValue(today(PACIFIC))
    await end.getByRole('button', { name: 'End lease' }).click()
    await expect(end.getByRole('alert')).toHaveText(`${there} are still there. Move or harvest them first.`)
    await expectAccessibleOnPhoneToo(page)
    await end.getByRole('button', { name: 'Cancel' }).click()
    const edit = palix.getByRole('button', { name: 'Edit Palix Mouth' })
    await edit.click()
    const form = page.getByRole('dialog', { name: 'Edit Palix Mouth' })
    await form.getByRole('button', { name: 'Remove line PM-1' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toHaveText(
      `${containers} containers hang there, and these lines have room for 180. Move some first.`,
    )
    await form.getByRole('button', { name: 'Cancel' }).click()
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
    await leave.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(form).toBeHidden()
    await expect(edit).toBeFocused()
  })

  test('FARM-4 a lease ends on a day, stands apart, and opens again', async ({ page, serverUrl, troubles }) => {
    troubles.expect(/^400 \/api\/farms\/.+\/end$/)
    const { leaseId } = await addLease(serverUrl, 'Ending', { dateOfExpiration: shifted(today(PACIFIC), 5) })
    await page.goto(`/manage/${STONY}?tab=info`)
    const item = itemOf(page, 'Ending')
    await item.getByRole('button', { name: 'End Ending' }).click()
    const end = page.getByRole('dialog', { name: 'End Ending' })
    const date = end.getByLabel('Last day in use')
    await expect(date).toBeFocused()
    await date.fill(shifted(today(PACIFIC), 2))
    await end.getByRole('button', { name: 'End lease' }).click()
    await expect(date).toHaveAccessibleDescription('A growing area cannot end in the future')
    await date.fill('2026-05-01')
    await end.getByRole('button', { name: 'End lease' }).click()
    await expect(told(page)).toHaveText('Ending ended on 1 May 2026.')
    const ended = panelOf(page).getByRole('list', { name: 'Ended leases' })
    await expect(ended.getByRole('listitem').filter({ hasText: 'Ending' })).toContainText('Ended 1 May 2026')
    await expect(item).not.toContainText('Expires')
    await expectAccessible(page)
    await item.getByRole('button', { name: 'Reopen Ending' }).click()
    await expect(told(page)).toHaveText('Ending is in use again.')
    await expect(panelOf(page).getByRole('list', { name: 'Leases in use' })).toContainText('Ending')
    await call(serverUrl, 'DELETE', `farms/${STONY}/leases/${leaseId}`)
  })

  test('FARM-4 many ended leases wait behind their heading', async ({ page, serverUrl }) => {
    const made: Lease[] = []
    for (const name of ['Old 1', 'Old 2', 'Old 3', 'Old 4']) {
      const lease = await addLease(serverUrl, name)
      await call(serverUrl, 'POST', `farms/${STONY}/leases/${lease.leaseId}/end`, { date: '2025-01-31' })
      made.push(lease)
    }
    await page.goto(`/manage/${STONY}?tab=info`)
    const summary = panelOf(page).getByText('4 ended leases')
    await expect(summary).toBeVisible()
    await expect(itemOf(page, 'Old 1')).toBeHidden()
    await summary.focus()
    await page.keyboard.press('Enter')
    await expect(itemOf(page, 'Old 1')).toBeVisible()
    await expect(itemOf(page, 'Old 4')).toContainText('Ended 31 Jan 2025')
    for (const { leaseId } of made) await call(serverUrl, 'DELETE', `farms/${STONY}/leases/${leaseId}`)
  })

  test('FARM-4 a lease with a history is not deleted: it can end instead', async ({ page, serverUrl, troubles }) => {
    troubles.expect(/^409 \/api\/farms\/.+\/leases\//)
    const { leaseId } = await addLease(serverUrl, 'With a history')
    const date = shifted(today(PACIFIC), -10)
    const record = (activity: object) =>
      call(serverUrl, 'POST', `v2/activities/${STONY}`, {
        activities: [
          { id: crypto.randomUUID().replaceAll('-', '').slice(0, 24), leaseId, date, count: 10, ...activity },
        ],
      })
    await record({ activity: 'plant', group: { oysterType: 'Pacific oyster' }, lot: { meshSize: 'bag' } })
    const { data } = await call<{ data: Held[] }>(serverUrl, 'GET', `v2/places/${STONY}`)
    const planted = data.find((place) => place.leaseId === leaseId)
    await record({ activity: 'loss', group: planted?.group, lot: planted?.lot })
    await page.goto(`/manage/${STONY}?tab=info`)
    await itemOf(page, 'With a history')
      .getByRole('button', { name: /^Delete/ })
      .click()
    const question = page.getByRole('dialog', { name: 'Are you sure?' })
    await question.getByRole('button', { name: 'Delete lease' }).click()
    await expect(question.getByRole('alert')).toHaveText(
      "Something was recorded there, so it belongs to the farm's history. End it instead.",
    )
    await question.getByRole('button', { name: 'End it instead' }).click()
    await page.getByRole('dialog', { name: 'End With a history' }).getByRole('button', { name: 'End lease' }).click()
    await expect(told(page)).toHaveText(`With a history ended on ${shown(today(PACIFIC))}.`)
  })
})
