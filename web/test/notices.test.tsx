import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Notice } from '@/api'
import { page, switches } from './data'
import { renderApp } from './render'
import { failure, lastBody, on, signedIn } from './server'

const FARM = '/manage/5f0000000000000000000001'

function notice(part: Partial<Notice> = {}): Notice {
  return {
    _id: 'n1',
    kind: 'lease',
    ref: 'l1',
    state: 'soon',
    on: '2026-12-05',
    subject: 'North',
    date: Date.UTC(2026, 10, 20, 9),
    read: false,
    over: false,
    ...part,
  }
}

const told = [
  notice({ _id: 'n6', kind: 'mortality', ref: '', state: '', on: '', subject: '6.5', read: true }),
  notice({ _id: 'n5', kind: 'upload', ref: 'u1', state: 'refused', on: '', subject: 'june.xlsx', read: true }),
  notice({ _id: 'n4', kind: 'recall', ref: 'r1', state: '', on: '', subject: 'Washington State' }),
  notice({
    _id: 'n3',
    kind: 'paper',
    ref: 'mobileSticker',
    state: 'stopped',
    on: '',
    subject: 'mobileSticker',
    read: true,
  }),
  notice({
    _id: 'n2',
    kind: 'certificate',
    ref: 'c1',
    state: 'expired',
    on: '2026-11-01',
    subject: 'WA-1',
    over: true,
    read: true,
  }),
  notice(),
]

test('NEWS-1 NEWS-4 NEWS-5 each notice is a sentence that leads to where it is dealt with', async () => {
  signedIn('manager')
  on.notices({ ...page(told), unread: 2 })
  renderApp(`${FARM}/notices`)
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('6.5 % of the animals were lost in the 30 days before. That is above this farm’s mark.'),
    expect.stringContaining('The upload of june.xlsx was refused: nothing was recorded.'),
    expect.stringContaining('A recall by Washington State reaches this farm.Not read'),
    expect.stringContaining('There is little sticker paper left, and no refill will be ordered.'),
    expect.stringContaining('Certificate WA-1 expired on 1 Nov 2026.Settled since'),
    expect.stringContaining('The lease of North ends on 5 Dec 2026.Not read'),
  ])
  expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
    `${FARM}?tab=reports&report=intervalMortality&dates=30`,
    `${FARM}/upload?upload=u1`,
    `${FARM}/recalls/r1`,
    `${FARM}?tab=tagging`,
    `${FARM}?tab=info`,
    `${FARM}?tab=info#lease-l1`,
  ])
})

test('NEWS-3 what is read is noted, and the bell counts what is not', async () => {
  signedIn('manager')
  let unread = 2
  on.notices(() => ({ ...page(unread ? told : told.map((one) => ({ ...one, read: true }))), unread }))
  const sent = on.readNotices(() => {
    unread = 0
    return { unread }
  })
  const app = renderApp(`${FARM}/notices`)
  const bell = await screen.findByRole('link', { name: 'Notices 2 unread' })
  expect(bell.getAttribute('href')).toBe(`${FARM}/notices`)
  await app.user.click(await screen.findByRole('button', { name: 'Mark all on this page as read' }))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Notices' })).toBe(bell))
  expect(lastBody(sent)).toEqual({ ids: ['n4', 'n1'], read: true })
  expect(screen.queryByRole('button', { name: /^Mark all/ })).toBeNull()
})

test('NEWS-3 whoever opens a notice has read it', async () => {
  signedIn('manager')
  on.notices({ ...page(told), unread: 2 })
  const sent = on.readNotices({ unread: 1 })
  const app = renderApp(`${FARM}/notices`)
  await app.user.click(await screen.findByRole('link', { name: 'The lease of North ends on 5 Dec 2026.' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(lastBody(sent)).toEqual({ ids: ['n1'], read: true })
  expect(app.address()).toBe(`${FARM}?tab=info#lease-l1`)
})

test('NEWS-1 where nothing was told, the page says what would be', async () => {
  signedIn('manager')
  renderApp(`${FARM}/notices`)
  expect(await screen.findByText('No notices yet.')).toBeDefined()
  expect(await screen.findByRole('link', { name: 'Notices' })).toBeDefined()
})

test('NEWS-6 a box says where one is told of a kind, and is saved at once; those who are not told have none', async () => {
  signedIn('manager')
  const mine = switches()
  const sent = on.setSwitch(() => {
    mine.switches = mine.switches.map((one) => (one.kind === 'lease' ? { ...one, mail: false } : one))
    return mine
  })
  on.switches(() => mine)
  const app = renderApp(`${FARM}/notices`)
  const leases = within(await screen.findByRole('group', { name: 'Leases that end' }))
  const mail = leases.getByRole<HTMLInputElement>('checkbox', { name: 'Mail' })
  expect(mail.checked).toBe(true)
  await app.user.click(mail)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(lastBody(sent)).toEqual({ kind: 'lease', page: true, mail: false })
  await waitFor(() => expect(mail.checked).toBe(false))
  expect(within(screen.getByRole('group', { name: 'Weekly summary' })).getAllByRole('checkbox')).toHaveLength(1)
  const recalls = within(screen.getByRole('group', { name: 'Recalls' }))
  expect(recalls.getByRole<HTMLInputElement>('checkbox', { name: 'Mail' }).checked).toBe(false)
})

test('NEWS-6 who is not told of the farm has no switches', async () => {
  signedIn('manager')
  const asked = on.switches({ ...switches(), told: false })
  renderApp(`${FARM}/notices`)
  await screen.findByText('No notices yet.')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(screen.queryByRole('group', { name: 'Recalls' })).toBeNull()
})

test('NEWS-6 a switch that was not saved goes back and says so', async () => {
  signedIn('manager')
  on.setSwitch(failure(500, 'Something went wrong on our side.'))
  const app = renderApp(`${FARM}/notices`)
  const uploads = within(await screen.findByRole('group', { name: 'Uploads' }))
  await app.user.click(uploads.getByRole('checkbox', { name: 'Page' }))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(uploads.getByRole<HTMLInputElement>('checkbox', { name: 'Page' }).checked).toBe(true)
})
