import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Upload, UploadSummary } from '@/api'
import { user } from './data'
import { renderApp } from './render'
import { failure, later, on, server, signedIn } from './server'

const API = 'http://localhost:3000/api/farms'
const SEND = `${API}/upload/:farm`
const LIST = `${API}/:farm/uploads`
const ADDRESS = '/farms/upload/farm-1'
const SUMMARY: UploadSummary = {
  plant: 29,
  count: 140,
  size: 160,
  move: 0,
  harvest: 110,
  loss: 90,
  areas: ['Site A', 'Site B'],
  groups: 3,
  lots: 29,
  doubts: [],
  doubtsTotal: 0,
  recounts: [],
  recountsTotal: 0,
  sameDay: 0,
}

function upload(part: Partial<Upload> = {}): Upload {
  return {
    _id: 'up-1',
    filename: 'season.csv',
    state: 'preview',
    mode: 'all',
    rows: 262,
    done: 262,
    percent: 100,
    secondsLeft: null,
    recorded: 0,
    skipped: 0,
    refused: 0,
    summary: SUMMARY,
    errors: [],
    message: '',
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    finishedAt: null,
    undoable: false,
    countsAfter: false,
    undoneBy: '',
    undoes: '',
    reason: '',
    obstacles: [],
    ...part,
  }
}

const BAD = [
  { line: 7, column: 'total counted', reason: 'is not a number' },
  { line: 9, column: '', reason: 'the bag was never planted' },
]

/** A server that keeps uploads; a test moves them on. */
function keeping(...uploads: Upload[]) {
  const kept = new Map(uploads.map((one) => [one._id, one]))
  const posted: FormData[] = []
  const asked: string[] = []
  let next: Upload | undefined
  server.use(
    http.get(LIST, () => HttpResponse.json({ data: [...kept.values()] })),
    http.get(`${LIST}/:id`, ({ params }) => {
      const found = kept.get(String(params.id))
      return found ? HttpResponse.json(found) : failure(404, 'No such upload.')
    }),
    http.post(SEND, async ({ request }) => {
      posted.push(await request.formData())
      kept.set('up-1', upload())
      return HttpResponse.json({
        message: 'Your file was uploaded. What it would do is shown once it is checked.',
        _id: 'up-1',
      })
    }),
    http.post(`${LIST}/:id/:act`, ({ params, request }) => {
      asked.push(`${params.act} ${params.id}${new URL(request.url).search}`)
      if (next) kept.set(next._id, next)
      return HttpResponse.json(kept.get(String(params.id)))
    }),
  )
  return {
    put: (one: Upload) => kept.set(one._id, one),
    /** What confirming or cancelling makes of it, and not a look before. */
    becomes: (one: Upload) => {
      next = one
    },
    posted,
    asked,
  }
}

const sheet = (name = 'season.csv') => new File(['date,site\n2026-11-20,A\n'], name, { type: 'text/csv' })

async function open(address = ADDRESS) {
  const app = renderApp(address)
  await screen.findByRole('heading', { level: 1, name: 'Upload Groups' })
  return app
}

async function choose(app: Awaited<ReturnType<typeof open>>, name?: string) {
  await app.user.upload(await screen.findByLabelText('Choose a file'), sheet(name))
}

const press = (app: Awaited<ReturnType<typeof open>>, name: string) =>
  app.user.click(screen.getByRole('button', { name }))

beforeEach(() => signedIn('admin'))

describe('UPL-1 choosing a file', () => {
  test('none: Please upload a file first', async () => {
    const { posted } = keeping()
    const app = await open()
    await press(app, 'Upload')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Please upload a file first'))
    expect(posted).toHaveLength(0)
    await choose(app)
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(document.title).toBe('Upload Groups · Merroir')
  })

  test('UPL-1 a file that is too large is not sent', async () => {
    const { posted } = keeping()
    const app = await open()
    const large = sheet('large.csv')
    Object.defineProperty(large, 'size', { value: 12_400_000 })
    await app.user.upload(await screen.findByLabelText('Choose a file'), large)
    await press(app, 'Upload')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('That file is 12.4 MB. The limit is 10 MB.'))
    expect(posted).toHaveLength(0)
  })

  test('UPL-1 a file that was changed since it was chosen is chosen again, also under its name', async () => {
    const { posted } = keeping()
    const app = await open()
    const stale = sheet()
    const unreadable = () => Promise.reject(new DOMException('changed on disk', 'NotReadableError'))
    stale.slice = () => Object.assign(new Blob(), { arrayBuffer: unreadable, text: unreadable })
    const input = await screen.findByLabelText<HTMLInputElement>('Choose a file')
    await app.user.upload(input, stale)
    await press(app, 'Upload')
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(/^That file was changed, moved or locked/),
    )
    expect(posted).toHaveLength(0)
    // A browser says nothing of a choice that it takes for the one before.
    expect(input.value).toBe('')
    await choose(app)
    expect(screen.getByRole('alert').textContent).toBe('')
    await press(app, 'Upload')
    await waitFor(() => expect(posted).toHaveLength(1))
  })

  test('UPL-2 the file, its name and the choice are sent; the answer is an alert, the upload is in the URL', async () => {
    const { posted } = keeping()
    const app = await open()
    await choose(app)
    expect(screen.getByText('season.csv')).toBeTruthy()
    await app.user.click(screen.getByRole('radio', { name: /^Leave out bad rows/ }))
    await press(app, 'Upload')
    await waitFor(() => expect(app.address()).toBe(`${ADDRESS}?upload=up-1`))
    expect(screen.getByRole('alert').textContent).toBe(
      'Your file was uploaded. What it would do is shown once it is checked.',
    )
    const [form] = posted
    expect(form?.get('mode')).toBe('skip')
    expect(form?.get('preview')).toBe('true')
    expect(form?.get('filename')).toBe('season.csv')
    expect(form?.get('file')).toMatchObject({ name: 'season.csv' })
  })

  test('UPL-3 what the sheet leaves out is asked for, and sent with it', async () => {
    const { posted } = keeping()
    const app = await open()
    expect(screen.queryByLabelText('Animal type')).toBeNull()
    await choose(app)
    await app.user.type(await screen.findByLabelText('Animal type'), 'Pacific oyster')
    await app.user.type(screen.getByLabelText('Area prefix'), 'Site ')
    await press(app, 'Upload')
    await waitFor(() => expect(posted).toHaveLength(1))
    expect(posted[0]?.get('animalType')).toBe('Pacific oyster')
    expect(posted[0]?.get('areaPrefix')).toBe('Site ')
  })

  test('UPL-3 a sheet that says all is not asked for more; of a workbook that cannot be known', async () => {
    const { posted } = keeping()
    const app = await open()
    const whole = new File(['date,activity,area,animal type\n'], 'whole.csv', { type: 'text/csv' })
    await app.user.upload(screen.getByLabelText('Choose a file'), sheet('book.xlsx'))
    await app.user.type(await screen.findByLabelText('Animal type'), 'Pacific oyster')
    await app.user.upload(screen.getByLabelText('Choose a file'), whole)
    await waitFor(() => expect(screen.queryByLabelText('Animal type')).toBeNull())
    expect(screen.queryByLabelText('Area prefix')).toBeNull()
    await press(app, 'Upload')
    await waitFor(() => expect(posted).toHaveLength(1))
    expect(posted[0]?.has('animalType')).toBe(false)
    expect(posted[0]?.has('areaPrefix')).toBe(false)
  })

  test("UPL-2 a failure is the server's message as an alert, and the file is still chosen", async () => {
    keeping()
    server.use(http.post(SEND, () => failure(400, 'That is no CSV or XLSX file.')))
    const app = await open()
    await choose(app, 'photo.csv')
    await press(app, 'Upload')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('That is no CSV or XLSX file.'))
    expect(screen.getByText('photo.csv')).toBeTruthy()
    await choose(app, 'other.csv')
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  test('UPL-2 a late answer is told after a second, and the upload shown once it was taken', async () => {
    const { put } = keeping(upload({ _id: 'old', filename: 'season.csv', state: 'done', recorded: 5 }))
    server.use(http.post(SEND, () => new Promise(() => {})))
    const app = await open()
    await screen.findByRole('link', { name: 'season.csv' })
    await choose(app)
    await press(app, 'Upload')
    expect(await screen.findByText(/has not answered within a second/)).toBeTruthy()
    expect(app.address()).toBe(ADDRESS)
    put(upload({ _id: 'up-2' }))
    await waitFor(() => expect(app.address()).toBe(`${ADDRESS}?upload=up-2`))
  })

  test('UPL-2 an answer that is lost on the way does not lose the upload', async () => {
    const { put } = keeping(upload({ _id: 'old', filename: 'season.csv', state: 'done', recorded: 5 }))
    server.use(
      http.post(SEND, () => {
        put(upload({ _id: 'up-3' }))
        return Response.error()
      }),
    )
    const app = await open()
    await screen.findByRole('link', { name: 'season.csv' })
    await choose(app)
    await press(app, 'Upload')
    await waitFor(() => expect(app.address()).toBe(`${ADDRESS}?upload=up-3`))
  })

  test('UPL-2 neither does one of a file that is sent before the list of uploads has come', async () => {
    const old = upload({ _id: 'old', filename: 'season.csv', state: 'done', recorded: 5 })
    const { put } = keeping(old)
    const first = later<{ data: Upload[] }>()
    server.use(
      http.get(LIST, async () => HttpResponse.json(await first.reply()), { once: true }),
      http.post(SEND, () => {
        put(upload({ _id: 'up-3' }))
        return Response.error()
      }),
    )
    const app = await open()
    await choose(app)
    await press(app, 'Upload')
    first.give({ data: [old] })
    await waitFor(() => expect(app.address()).toBe(`${ADDRESS}?upload=up-3`))
  })

  test('UPL-3 templates in both layouts and formats', async () => {
    keeping()
    const asked: string[] = []
    server.use(
      http.get(`${API}/upload-template`, ({ request }) => {
        asked.push(new URL(request.url).search)
        return new HttpResponse('date,activity', { headers: { 'Content-Type': 'text/csv' } })
      }),
    )
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const app = await open()
    for (const name of [
      'Activities template, CSV',
      'Activities template, XLSX',
      'Visits template, CSV',
      'Visits template, XLSX',
    ]) {
      const before = saved.length
      await app.user.click(await screen.findByRole('button', { name }))
      await waitFor(() => expect(saved).toHaveLength(before + 1))
    }
    expect(asked).toEqual([
      '?layout=activities&format=csv',
      '?layout=activities&format=xlsx',
      '?layout=visits&format=csv',
      '?layout=visits&format=xlsx',
    ])
    expect(saved).toEqual([
      'activities-template.csv',
      'activities-template.xlsx',
      'visits-template.csv',
      'visits-template.xlsx',
    ])
  })
})

describe('UPL-2 what would happen', () => {
  test('is shown before anything does, then imported with progress, to the result', async () => {
    const { put, becomes, asked } = keeping(upload())
    const app = await open(`${ADDRESS}?upload=up-1`)
    expect(await screen.findByText('262 rows: 529 activities to record, 3 new groups, 29 new lots.')).toBeTruthy()
    expect(screen.getByText('2 new growing areas:').parentElement?.textContent).toBe(
      '2 new growing areas: Site A, Site B.',
    )
    expect(screen.getByText('Plantings').parentElement?.textContent).toBe('Plantings29')
    becomes(upload({ state: 'recording', rows: 45_000, done: 1_200, percent: 2.7, secondsLeft: 130 }))
    await press(app, 'Import')
    const bar = await screen.findByRole('progressbar', { name: 'Being imported' })
    expect((bar as HTMLProgressElement).value).toBe(2)
    expect(screen.getByText('1,200 of 45,000 rows, 2%, about 2 minutes left')).toBeTruthy()
    expect(asked).toEqual(['confirm up-1?mode=all&missing=missing'])
    put(upload({ state: 'done', recorded: 529 }))
    expect(await screen.findByText('529 activities recorded.')).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByRole('link', { name: 'See the reports' }).getAttribute('href')).toBe('/farms/farm-1?tab=reports')
    await press(app, 'Upload another file')
    expect(app.address()).toBe(ADDRESS)
  })

  const previewOf = (summary: Partial<typeof SUMMARY>, part: Partial<Upload> = {}) =>
    upload({ summary: { ...SUMMARY, ...summary }, ...part })

  test('UPL-2 numbers far from the last are to be checked, with their lines', async () => {
    keeping(previewOf({ doubtsTotal: 1, doubts: [{ line: 7, message: '100 is far from the 1,000 of 1 May 2026.' }] }))
    await open(`${ADDRESS}?upload=up-1`)
    expect(await screen.findByRole('heading', { name: 'Check 1 number that is far from the last' })).toBeTruthy()
    expect(screen.getByText('Line 7: 100 is far from the 1,000 of 1 May 2026.')).toBeTruthy()
    expect(screen.queryByText(/^And /)).toBeNull()
    expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy()
  })

  test('UPL-2 of many numbers far from the last, how many more there are', async () => {
    keeping(previewOf({ doubtsTotal: 31, doubts: [{ line: 7, message: '100 is far.' }] }))
    await open(`${ADDRESS}?upload=up-1`)
    expect(await screen.findByRole('heading', { name: 'Check 31 numbers that are far from the last' })).toBeTruthy()
    expect(screen.getByText(/^And 30 more\./)).toBeTruthy()
  })

  test('UPL-2 REP-18 recorded counts that show another difference afterwards', async () => {
    const recount = {
      number: 2,
      date: '2026-05-10',
      leaseId: 'a',
      area: 'Gull Point',
      lot: 'Pacific oyster',
      counted: 900,
      died: false,
      before: -100,
      after: -40,
    }
    keeping(previewOf({ recounts: [recount], recountsTotal: 3 }))
    await open(`${ADDRESS}?upload=up-1`)
    const section = within(await screen.findByRole('region', { name: 'Counts that are recorded already' }))
    expect(section.getByRole('listitem').textContent).toBe(
      'Gull Point, Pacific oyster: The count of 10 May 2026 stays 900. It now shows 40 missing instead of 100.',
    )
    expect(section.getByText('And 2 more.')).toBeTruthy()
  })

  test('UPL-2 REP-18 what counts mean is asked, by the default of the farm, and sent', async () => {
    on.counting({ missing: 'dead' })
    const { asked, becomes } = keeping(previewOf({ sameDay: 2 }))
    const app = await open(`${ADDRESS}?upload=up-1`)
    const order = within(await screen.findByRole('group', { name: 'Did you harvest before you counted?' }))
    expect(order.getByText('2 counts are on a day with harvests, losses or moves out.')).toBeTruthy()
    expect(order.getByRole<HTMLInputElement>('radio', { name: 'No, we counted first' }).checked).toBe(true)
    const missing = within(screen.getByRole('group', { name: "Animals that a count doesn't find" }))
    const dead = missing.getByRole<HTMLInputElement>('radio', { name: /^Dead/ })
    await waitFor(() => expect(dead.checked).toBe(true))
    becomes(previewOf({ sameDay: 2, lots: 7 }, { countsAfter: true }))
    await app.user.click(missing.getByRole('radio', { name: /^Missing/ }))
    expect(asked).toEqual([])
    await app.user.click(order.getByRole('radio', { name: 'Yes, we harvested first' }))
    await waitFor(() => expect(asked).toEqual(['check up-1?missing=missing&countsAfter=true']))
    const after = order.getByRole<HTMLInputElement>('radio', { name: 'Yes, we harvested first' })
    await waitFor(() => expect(after.checked).toBe(true))
    await press(app, 'Import')
    await waitFor(() => expect(asked[1]).toBe('confirm up-1?mode=all&missing=missing'))
  })

  test('UPL-2 what was said when the sheet was sent goes before the default of the farm', async () => {
    on.counting({ missing: 'missing' })
    const { asked } = keeping(previewOf({}, { missing: 'dead' }))
    const app = await open(`${ADDRESS}?upload=up-1`)
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Dead/ }).checked).toBe(true))
    await press(app, 'Import')
    await waitFor(() => expect(asked).toEqual(['confirm up-1?mode=all&missing=dead']))
  })

  test('UPL-2 the default of the farm is sent if nothing else is chosen', async () => {
    on.counting({ missing: 'dead' })
    const { asked } = keeping(previewOf({}))
    const app = await open(`${ADDRESS}?upload=up-1`)
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Dead/ }).checked).toBe(true))
    expect(screen.queryByRole('group', { name: 'Did you harvest before you counted?' })).toBeNull()
    await press(app, 'Import')
    await waitFor(() => expect(asked).toEqual(['confirm up-1?mode=all&missing=dead']))
  })

  test('UPL-2 of a sheet without counts nothing is asked about them', async () => {
    const defaults = on.counting({ missing: 'dead' })
    const { asked } = keeping(previewOf({ count: 0 }))
    const app = await open(`${ADDRESS}?upload=up-1`)
    await press(app, await screen.findByRole('button', { name: 'Import' }).then(() => 'Import'))
    await waitFor(() => expect(asked).toEqual(['confirm up-1?mode=all']))
    expect(screen.queryByRole('group', { name: "Animals that a count doesn't find" })).toBeNull()
    expect(defaults).toHaveLength(0)
  })

  test('UPL-3 bad rows: all or nothing is not imported, and says line, column and reason', async () => {
    const { asked } = keeping(upload({ refused: 2, errors: BAD }))
    const app = await open(`${ADDRESS}?upload=up-1`)
    const table = await screen.findByRole('table')
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Line 7', 'total counted', 'is not a number'],
      ['Line 9', 'the row', 'the bag was never planted'],
    ])
    expect(screen.getByText(/2 rows are bad, and it is all or nothing/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
    await press(app, 'Import without the bad rows')
    await waitFor(() => expect(asked).toEqual(['confirm up-1?mode=skip&missing=missing']))
  })

  test('UPL-3 bad rows left out: the others can be imported', async () => {
    const { asked } = keeping(upload({ mode: 'skip', refused: 2, errors: BAD }))
    const app = await open(`${ADDRESS}?upload=up-1`)
    expect(await screen.findByText('2 of 262 rows will be left out.')).toBeTruthy()
    await press(app, 'Import')
    await waitFor(() => expect(asked).toEqual(['confirm up-1?mode=skip&missing=missing']))
  })

  test('cancel', async () => {
    const { becomes, asked } = keeping(upload({ state: 'checking', rows: 0, done: 10, percent: 0, summary: null }))
    const app = await open(`${ADDRESS}?upload=up-1`)
    await screen.findByRole('progressbar', { name: 'Being checked' })
    becomes(upload({ state: 'cancelled', message: 'It was cancelled. Nothing was recorded.' }))
    await press(app, 'Cancel')
    expect(await screen.findByText('It was cancelled. Nothing was recorded.')).toBeTruthy()
    expect(asked).toEqual(['cancel up-1'])
  })
})

describe('the result', () => {
  test('UPL-3 the same file twice says that nothing changed', async () => {
    keeping(upload({ state: 'done', recorded: 0, skipped: 529 }))
    await open(`${ADDRESS}?upload=up-1`)
    expect(await screen.findByText('Nothing changed.')).toBeTruthy()
    expect(screen.getByText('All 529 activities of the file were recorded before.')).toBeTruthy()
  })

  test('UPL-2 refused rows are a download', async () => {
    keeping(upload({ state: 'done', mode: 'skip', recorded: 527, refused: 2, errors: BAD }))
    server.use(
      http.get(
        `${LIST}/:id/refused`,
        () => new HttpResponse('line,reason', { headers: { 'Content-Type': 'text/csv' } }),
      ),
    )
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const app = await open(`${ADDRESS}?upload=up-1`)
    expect(await screen.findByText('2 rows were left out.')).toBeTruthy()
    await press(app, 'Download them')
    await waitFor(() => expect(saved).toEqual(['season-refused.csv']))
  })

  test('PEO-5 a view offers no download of refused rows', async () => {
    keeping(upload({ state: 'done', mode: 'skip', recorded: 527, refused: 2, errors: BAD }))
    on.my({ ...user('manager'), viewing: { farm: 'farm-1', name: 'Salish Sea Test Beds' } })
    renderApp('/manage/farm-1/upload?upload=up-1')
    expect(await screen.findByText('2 rows were left out.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Download them' })).toBeNull()
  })

  test('a failure says why', async () => {
    keeping(upload({ state: 'failed', message: 'The file has no header.', summary: null }))
    await open(`${ADDRESS}?upload=up-1`)
    expect(await screen.findByText('The file has no header.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  })

  test('a lost line while it goes on: what is known stays, and it is asked again', async () => {
    const { put } = keeping(upload({ state: 'recording', done: 100, percent: 38 }))
    await open(`${ADDRESS}?upload=up-1`)
    await screen.findByRole('progressbar')
    let lost = 0
    server.use(
      http.get(`${LIST}/:id`, () => {
        lost++
        return Response.error()
      }),
    )
    expect(await screen.findByText(/It goes on without this page/)).toBeTruthy()
    expect(screen.getByRole('progressbar')).toBeTruthy()
    const before = lost
    await waitFor(() => expect(lost).toBeGreaterThan(before))
    server.resetHandlers()
    signedIn('admin')
    keeping(upload({ state: 'done', recorded: 529 }))
    put(upload())
    expect(await screen.findByText('529 activities recorded.')).toBeTruthy()
  })

  test('an upload that is not there', async () => {
    keeping()
    const app = await open(`${ADDRESS}?upload=gone`)
    expect(await screen.findByText('No such upload.')).toBeTruthy()
    await press(app, 'Upload a file')
    expect(app.address()).toBe(ADDRESS)
  })
})

test('past uploads, each by its address', async () => {
  keeping(
    upload({ state: 'done', recorded: 529 }),
    upload({ _id: 'up-2', filename: 'again.xlsx', state: 'done', recorded: 0, skipped: 529 }),
    upload({ _id: 'up-3', filename: 'broken.csv', state: 'failed', refused: 2 }),
  )
  await open()
  const list = within(await screen.findByRole('region', { name: 'Past uploads' }))
  const items = (await list.findAllByRole('listitem')).map((item) => item.textContent)
  expect(items[0]).toMatch(/^season\.csvImported, 529 activities20 Nov 2026/)
  expect(items[1]).toMatch(/^again\.xlsxNothing changed/)
  expect(items[2]).toMatch(/^broken\.csvNot imported, 2 bad rows/)
  expect(list.getByRole('link', { name: 'again.xlsx' }).getAttribute('href')).toBe(`${ADDRESS}?upload=up-2`)
})

test('the way here from the farm is for staff', async () => {
  keeping()
  renderApp('/farms/farm-1?tab=info')
  const link = await screen.findByRole('link', { name: 'Upload Groups' })
  expect(link.getAttribute('href')).toBe(ADDRESS)
})
