import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Job, JobKind } from '@/api'
import { user } from './data'
import { listed } from './people'
import { renderApp } from './render'
import { failure, lastBody, on, server, signedIn } from './server'

const job = (part: Partial<Job> = {}): Job => ({
  _id: 'job-1',
  kind: 'mail.send',
  state: 'failed',
  attempts: 8,
  lastError: '550 no such mailbox',
  createdAt: Date.UTC(2026, 10, 20, 14, 5),
  dueAt: null,
  endedAt: Date.UTC(2026, 10, 21, 9, 30),
  stray: false,
  ...part,
})

const kind = (part: Partial<JobKind> = {}): JobKind => ({
  kind: 'mail.send',
  waiting: 0,
  running: 0,
  failed: 1,
  stray: 0,
  dueAt: null,
  nextAt: null,
  waitingSince: null,
  ...part,
})

beforeEach(() => {
  signedIn('root')
  on.my(user('root'))
  on.jobKinds({ data: [kind(), kind({ kind: 'account.sweep', failed: 0, nextAt: Date.UTC(2026, 10, 22, 1, 0) })] })
})

test('failed jobs say what, why and when, and all of a kind are tried again', async () => {
  on.jobs(listed([job(), job({ _id: 'job-2', kind: 'boat.launch', lastError: 'panic: aground\nat keel.go:7' })]))
  const retry = on.retryJobs({ retried: 1 })
  const { user: person } = renderApp('/admin/jobs')
  const [mail, boat] = await screen.findAllByRole('rowheader')
  expect(mail?.textContent).toBe('Other email550 no such mailbox')
  expect(boat?.querySelector('summary')?.textContent).toBe('panic: aground')
  expect(screen.getAllByText('failed 21 Nov 2026, 09:30 UTC')).toHaveLength(2)
  expect(await screen.findByText('next 22 Nov 2026, 01:00 UTC')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Try all failed again: Other email (1)' }))
  expect(await screen.findByText('1 job of the kind Other email will be tried again.')).toBeTruthy()
  expect(lastBody(retry)).toEqual({ kind: 'mail.send' })
})

test('a refusal to try again stands at the job, and jobs that a wrong clock moved are told', async () => {
  on.jobKinds({ data: [kind({ failed: 0, waiting: 1, stray: 1 })] })
  on.jobs(listed([job({ state: 'waiting', dueAt: Date.UTC(2027, 10, 20), endedAt: null })]))
  on.retryJob(failure(409, 'Only a job that waits or has failed can be tried again.'))
  const { user: person } = renderApp('/admin/jobs?state=waiting')
  expect(await screen.findByText(/1 job is scheduled further ahead/)).toBeTruthy()
  const row = (await screen.findByRole('rowheader')).closest('tr') as HTMLElement
  expect(row.textContent).toContain('next try 20 Nov 2027')
  await person.click(within(row).getByRole('button', { name: 'Try again: Other email' }))
  expect(await within(row).findByText(/Only a job that waits/)).toBeTruthy()
})

test('a job that nobody needs is given up after a question', async () => {
  on.jobKinds({ data: [kind({ failed: 0, waiting: 1 })] })
  on.jobs(listed([job({ state: 'waiting' })]))
  const gone: string[] = []
  server.use(
    http.delete('*/api/jobs/:id', ({ params }) => {
      gone.push(String(params.id))
      on.jobs(listed([]))
      return HttpResponse.json({ message: 'Done.' })
    }),
  )
  const { user: person } = renderApp('/admin/jobs?state=waiting&kind=mail.send')
  await person.click(await screen.findByRole('button', { name: 'Give up: Other email' }))
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('(Other email) will not be done, and it cannot be brought back.')
  expect(gone).toEqual([])
  await person.click(within(question).getByRole('button', { name: 'Give up this job' }))
  expect(await screen.findByText('Other email was given up.')).toBeTruthy()
  expect(await screen.findByText('No job of the kind Other email is waiting.')).toBeTruthy()
  expect(gone).toEqual(['job-1'])
})

test('only root is led there', async () => {
  signedIn('admin')
  const app = renderApp('/admin/jobs')
  await waitFor(() => expect(app.address()).toBe('/admin'))
  expect((await screen.findAllByRole('link', { name: 'Users' })).length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: 'Jobs' })).toBeNull()
})
