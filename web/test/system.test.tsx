import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { System } from '@/api'
import { user } from './data'
import { renderApp } from './render'
import { on, signedIn } from './server'

const backups = {
  folder: '/backups',
  kept: 3,
  keep: 14,
  encrypted: true,
  newestAt: Date.UTC(2026, 10, 21, 3, 0),
  newestBytes: 2_100_000,
  overdue: false,
  unknown: false,
}

const system = (part: Partial<System> = {}): System => ({
  version: 'v1.2.3 0a1b2c',
  startedAt: Date.UTC(2026, 10, 20, 8, 0),
  database: { engine: 'PostgreSQL', version: '17.2', schema: 42, bytes: 7_340_000_000 },
  timeZones: { version: '2026f', host: false, differ: false },
  copies: [
    {
      name: 'two, process 7',
      timeZones: '2026f',
      startedAt: Date.UTC(2026, 10, 21),
      seenAt: Date.UTC(2026, 10, 22),
    },
  ],
  disks: [{ folder: '/srv/merroir', freeBytes: 12_000_000 }],
  backups,
  memory: {
    allBytes: 512e6,
    reportBytes: 80e6,
    tagBytes: 60e6,
    uploadBytes: 118e6,
    formBytes: 16e6,
    pageBytes: 0,
    hashingBytes: 79e6,
  },
  settings: [
    { name: 'MERROIR_ADDR', about: 'Address to listen on.', isSet: true, value: ':8080' },
    { name: 'MERROIR_STRIPE_KEY', about: 'Secret key.', isSet: true, value: null },
    { name: 'MERROIR_TLS_CERT', about: 'File.', isSet: false, value: null },
  ],
  ...part,
})

const idle = { waiting: 0, running: 0, failed: 0, stray: 0, dueAt: null, waitingSince: null, nextAt: null }

const opened = (answer: System) => {
  signedIn('root')
  on.my(user('root'))
  on.jobKinds({
    data: [
      { ...idle, kind: 'mail.recall', waiting: 1, running: 1 },
      { ...idle, kind: 'mail.send', waiting: 1, failed: 1 },
    ],
  })
  on.system(answer)
  renderApp('/admin/system')
}

const card = async (name: string) => within(await screen.findByRole('region', { name }))

test('root sees what runs, what waits, what room is left, and how it is set up, without secrets', async () => {
  opened(system())
  const server = await card('This server')
  expect(server.getByText('PostgreSQL 17.2, schema 42')).toBeTruthy()
  expect(server.getByText('two, process 7, since 21 Nov 2026, 00:00 UTC, time zone rules 2026f')).toBeTruthy()
  expect((await card('Backups')).getByText('21 Nov 2026, 03:00 UTC, 2.1 MB')).toBeTruthy()
  expect((await card('Room')).getByText('12.0 MB free')).toBeTruthy()
  expect((await card('Room')).getByText('7.3 GB')).toBeTruthy()
  const memory = await card('Memory')
  expect(memory.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    '512.0 MB',
    '80.0 MB',
    '60.0 MB',
    '118.0 MB',
    '16.0 MB',
    'None',
    '79.0 MB',
  ])
  expect(await (await card('Under way')).findByText('1 under way, 2 waiting, 1 failed job')).toBeTruthy()
  const rows = (await card('Settings')).getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    ':8080',
    'set, and not shown',
    'not set',
  ])
  expect(screen.queryByText(/no backup/)).toBeNull()
})

test('backups that are not taken, or late, are an error that says what to do', async () => {
  opened(system({ backups: undefined }))
  expect(await screen.findByText(/This server takes no backups. Set MERROIR_BACKUP_DIR/)).toBeTruthy()
})

test('a mirror tells when it was written to, and is an error when it is late', async () => {
  const mirror = { place: 's3://mirrors', newestAt: Date.UTC(2026, 10, 21, 3, 0), overdue: false }
  opened(system({ mirror }))
  const shown = await card('Mirror')
  expect(shown.getByText('21 Nov 2026, 03:00 UTC')).toBeTruthy()
  expect(shown.getByText('s3://mirrors')).toBeTruthy()
  expect(shown.queryByRole('alert')).toBeNull()
})

test('a mirror that is late is told', async () => {
  opened(system({ mirror: { place: 's3://mirrors', newestAt: null, overdue: true } }))
  const shown = await card('Mirror')
  expect(shown.getByRole('alert').textContent).toMatch(/not written to in the last two minutes/)
  expect(shown.getByText('not yet, or it does not answer')).toBeTruthy()
})

test('a backup that is late is told', async () => {
  opened(system({ backups: { ...backups, newestAt: null, overdue: true } }))
  expect(await screen.findByText(/There is no backup of the last 26 hours/)).toBeTruthy()
  expect(screen.getByText('none yet')).toBeTruthy()
})

test('a place of backups that does not answer is told, and not taken for one without any', async () => {
  opened(system({ backups: { ...backups, kept: 0, newestAt: null, newestBytes: 0, overdue: true, unknown: true } }))
  expect(await screen.findByText('The place of the backups does not answer.')).toBeTruthy()
  expect(screen.queryByText(/There is no backup/)).toBeNull()
  expect(screen.queryByText('none yet')).toBeNull()
})

test('root sees which time zone rules apply, and is warned when instances differ', async () => {
  opened(system({ timeZones: { version: '2026g', host: true, differ: true } }))
  const server = await card('This server')
  expect(server.getByText('2026g, from this server')).toBeTruthy()
  expect(server.getByText(/two, process 7, since .*, time zone rules 2026f/)).toBeTruthy()
  expect(server.getByText(/Instances use different time zone rules/)).toBeTruthy()
})
