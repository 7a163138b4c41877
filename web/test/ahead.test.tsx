import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { User } from '@/api'
import { soon } from '@/app/ahead'
import { farm, notebook, user } from './data'
import { renderApp } from './render'
import { later, on, signedIn } from './server'

const REPORTS = '/manage/farm-1?tab=reports'

describe('what the page of a farm begins with is asked beside who asks', () => {
  test.each([
    ['a report', '&report=yield', 1],
    ['both sides of the comparison', '&report=compare', 2],
  ])('%s', async (_, search, questions) => {
    signedIn('manager')
    const me = later<User>()
    on.my(me.reply)
    const farms = on.farm(farm())
    const reports = on.inventory(notebook())
    const app = renderApp(`${REPORTS}${search}`)
    await waitFor(() => expect(reports).toHaveLength(questions))
    expect(farms).toHaveLength(1)
    expect(screen.queryByRole('tablist', { name: 'Reports' })).toBeNull()
    me.give(user('manager'))
    await screen.findByRole('tablist', { name: 'Reports' })
    await app.settled()
    expect(reports, 'nothing is asked twice').toHaveLength(questions)
    expect(farms).toHaveLength(1)
  })

  test('the dashboard', async () => {
    signedIn('manager')
    const squares = on.dashboard([])
    const app = renderApp(REPORTS)
    await screen.findByText('Your dashboard is empty.')
    await app.settled()
    expect(squares.map(({ body }) => body)).toEqual([{ activeLease: 'All' }])
  })

  test('not the report of a growing area, which may be gone', async () => {
    signedIn('manager')
    const reports = on.inventory(notebook())
    renderApp(`${REPORTS}&report=inventory&area=gone`)
    await screen.findByText(/no longer on the farm/)
    await screen.findByRole('figure')
    expect(reports.map(({ body }) => body)).toMatchObject([{ activeLease: 'All' }])
  })

  test('nothing of somebody who is not signed in', async () => {
    const farms = on.farm(farm())
    const reports = on.inventory(notebook())
    renderApp(`${REPORTS}&report=inventory`)
    await screen.findByLabelText('Username or email')
    expect([...farms, ...reports]).toEqual([])
  })
})

describe('a page waits a moment for its answers', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    ['that come', () => Promise.resolve('answer')],
    ['that fail', () => Promise.reject(new Error('failed'))],
  ])('no longer than for those %s', async (_, ask) => {
    vi.useFakeTimers()
    await soon(ask())
  })

  test('and no longer than that', async () => {
    vi.useFakeTimers()
    const waited = vi.fn()
    const waiting = soon(new Promise(() => undefined)).then(waited)
    await vi.advanceTimersByTimeAsync(99)
    expect(waited).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await waiting
  })
})
