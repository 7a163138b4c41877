import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type { Contents } from '@/api'
import { farm } from './data'
import { focused, renderApp } from './render'
import { failure, lastBody, later, on, server, signedIn } from './server'

const panel = (name: string) => screen.findByRole('region', { name })
const tabs = () =>
  within(screen.getByRole('tablist', { name: 'Farm' }))
    .getAllByRole('tab')
    .map((tab) => tab.textContent)
const chosen = () =>
  within(screen.getByRole('tablist', { name: 'Farm' })).getByRole('tab', { selected: true }).textContent

describe('AFARM-4 the tabs of the console', () => {
  test('by their names', async () => {
    signedIn('admin')
    renderApp('/farms/farm-1?tab=info')
    await screen.findByText('Farm Information')
    expect(tabs()).toEqual(['Reports', 'Farm Info', 'About My Farm', 'Features', 'Paper & Printers'])
  })

  test.each([
    ['0', 'Farm Info'],
    ['2', 'Paper & Printers'],
    ['tagging', 'Paper & Printers'],
    ['4', 'Reports'],
    ['5', 'About My Farm'],
    ['6', 'Features'],
    ['features', 'Features'],
    ['3', 'Farm Info'],
    ['toString', 'Farm Info'],
  ])('?tab=%s is %s', async (key, name) => {
    signedIn('admin')
    renderApp(`/farms/farm-1?tab=${key}`)
    await screen.findByRole('tabpanel', { name })
    expect(chosen()).toBe(name)
  })

  test.each([
    ['admin', '/farms', ['Farm Info', 'About My Farm', 'Features', 'Paper & Printers']],
    ['manager', '/manage', ['Reports', 'Farm Info', 'About My Farm']],
  ] as const)('where nothing was ever recorded, %s', async (who, section, names) => {
    signedIn(who)
    on.farm(farm({ recorded: false }))
    renderApp(`${section}/farm-1?tab=info`)
    await screen.findByText('Farm Information')
    expect(tabs()).toEqual(names)
  })

  test('a manager has no Features', async () => {
    signedIn('manager')
    renderApp('/manage/farm-1?tab=features')
    await screen.findByText('Farm Information')
    expect(tabs()).toEqual(['Reports', 'Farm Info', 'About My Farm'])
  })
})

describe('AFARM-7 Features', () => {
  const checks = async () => within(await screen.findByRole('form', { name: 'Features' })).getAllByRole('checkbox')

  test('a farm has seven, by their words', async () => {
    signedIn('admin')
    on.farm(farm({ features: { accounting: true } }))
    renderApp('/farms/farm-1?tab=features')
    const labels = (await checks()).map((check) => check.parentElement?.textContent)
    expect(labels).toEqual(['Companies', 'Items', 'Logs', 'Sales orders', 'Bill of lading', 'Pack out', 'QuickBooks'])
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'QuickBooks' }).checked).toBe(true)
    // What each opens is said beside its box.
    for (const check of await checks()) {
      const about = document.getElementById(check.getAttribute('aria-describedby') ?? '')
      expect(about?.textContent, check.outerHTML).toMatch(/^[A-Z].{10,}\.$/)
    }
  })

  test('an update leads back to the first tab and says so', async () => {
    signedIn('admin')
    on.farm(farm({ type: 'distributor', features: { logs: true } }))
    const calls = on.editFeatures({ features: { inventory: true }, version: 8 })
    const app = renderApp('/farms/farm-1?tab=features')
    expect(await checks()).toHaveLength(15)
    await app.user.click(screen.getByRole('checkbox', { name: 'Inventory' }))
    await app.user.click(screen.getByRole('checkbox', { name: 'Logs' }))
    await app.user.click(screen.getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('Feature Flags Updated')).toBeTruthy()
    expect(calls[0]?.body).toEqual({ inventory: true, logs: false, version: 7 })
    expect(chosen()).toBe('Farm Info')
    expect(app.address()).toBe('/farms/farm-1?tab=info')
    await app.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Feature Flags Updated')).toBeNull()
  })

  test('changes that are not saved are asked about', async () => {
    signedIn('admin')
    const app = renderApp('/farms/farm-1?tab=features')
    await checks()
    await app.user.click(screen.getByRole('checkbox', { name: 'Logs' }))
    await app.user.click(screen.getByRole('tab', { name: 'Farm Info' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    expect(await panel('Farm Information')).toBeTruthy()
  })

  test('two who switch: theirs and mine', async () => {
    signedIn('admin')
    let stored = farm()
    on.farm(() => stored)
    const calls = on.editFeatures(() => {
      const { version } = lastBody<{ version: number }>(calls)
      return version === stored.version ? { features: {}, version: 9 } : failure(409, 'Somebody else changed this.')
    })
    const app = renderApp('/farms/farm-1?tab=features')
    await checks()
    await app.user.click(screen.getByRole('checkbox', { name: 'Logs' }))
    stored = farm({ version: 8, features: { items: true } })
    await app.user.click(screen.getByRole('button', { name: 'Update' }))
    const news = await panel('Somebody else changed this farm meanwhile.')
    expect(news.textContent).toContain('Itemsoff on')
    await app.user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByText('Feature Flags Updated')
    expect(calls.at(-1)?.body).toEqual({ logs: true, version: 8 })
  })

  test('a refused flag is named', async () => {
    signedIn('admin')
    on.editFeatures(() => failure(400, 'because [No]', { logs: 'Only a distributor can have that' }))
    const app = renderApp('/farms/farm-1?tab=features')
    await checks()
    await app.user.click(screen.getByRole('checkbox', { name: 'Logs' }))
    await app.user.click(screen.getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('Logs: Only a distributor can have that')).toBeTruthy()
  })
})

describe('AFARM-10 the users', () => {
  test('each leads to their page', async () => {
    signedIn('admin')
    on.farm(farm({ users: [{ _id: 'u1', username: 'manager', name: 'Marin Keller' }] }))
    renderApp('/farms/farm-1?tab=info')
    const link = within(await panel('Users')).getByRole('link', { name: 'Marin Keller manager' })
    expect(link.getAttribute('href')).toBe('/admin/users/u1')
  })

  test('nobody is said', async () => {
    signedIn('admin')
    renderApp('/farms/farm-1?tab=info')
    expect((await panel('Users')).textContent).toContain('Nobody is linked to this farm yet.')
  })
})

describe('AFARM-8 the setup mail', () => {
  const BUTTON = 'Resend the setup email'

  test('is sent once more', async () => {
    signedIn('admin')
    on.farm(farm({ taggingActive: 'pending' }))
    on.resend({ message: 'Reminder Email Sent' })
    const app = renderApp('/farms/farm-1?tab=info')
    await app.user.click(await screen.findByRole('button', { name: BUTTON }))
    expect(await screen.findByText('Reminder Email Sent')).toBeTruthy()
  })

  test('a refusal is said in words', async () => {
    signedIn('admin')
    on.farm(farm({ taggingActive: 'pending' }))
    on.resend(() => failure(429, 'That mail was sent a moment ago.'))
    const app = renderApp('/farms/farm-1?tab=info')
    await app.user.click(await screen.findByRole('button', { name: BUTTON }))
    expect((await screen.findByRole('alert')).textContent).toBe('That mail was sent a moment ago.')
  })

  test.each([
    ['admin', '/farms/farm-1?tab=info', true],
    ['admin', '/farms/farm-1?tab=info', false],
    ['manager', '/manage/farm-1?tab=info', 'pending'],
  ] as const)('%s at %s with tagging %s has no such button', async (who, address, taggingActive) => {
    signedIn(who)
    on.farm(farm({ taggingActive }))
    renderApp(address)
    await panel('Your Merroir Services')
    expect(screen.queryByRole('button', { name: BUTTON })).toBeNull()
  })
})

describe('AFARM-6 Clean and Delete', () => {
  const contents: Contents = {
    animals: 2082,
    groups: 1,
    lots: 3,
    activities: 112,
    leases: 3,
    fillProfiles: 0,
    uploads: 1,
    exports: 0,
    schedules: 0,
    dashboards: 0,
    users: 2,
    tags: 6,
    recalls: 1,
    photo: true,
  }
  const removed: Contents = { ...contents, users: 0, tags: 0, recalls: 0, photo: false }
  const list = (heading: string) =>
    [...(screen.getByRole('heading', { name: heading }).nextElementSibling?.children ?? [])].map((li) => li.textContent)

  async function ask(button: 'Clean' | 'Delete') {
    signedIn('admin')
    on.contents(contents)
    const app = renderApp('/farms/farm-1?tab=info')
    await app.user.click(within(await panel('Danger zone')).getByRole('button', { name: button }))
    await screen.findByRole('heading', { name: 'Will be lost' })
    const confirm = screen.getByRole<HTMLButtonElement>('button', { name: `${button} this farm` })
    return { ...app, confirm, name: screen.getByLabelText(/^Type the farm's name/) }
  }

  test('a clean: counted, confirmed by the name, reported', async () => {
    const calls = on.cleanFarm({ message: 'The farm is clean.', removed })
    const app = await ask('Clean')
    expect(screen.getByRole('dialog', { name: 'Are you sure?' })).toBeTruthy()
    expect(list('Will be lost')).toEqual([
      '2,082 living animals',
      '1 animal group',
      '3 lots',
      '112 activities',
      '3 growing areas',
      '1 upload',
    ])
    expect(list('Will be kept')).toEqual(['6 tags', '1 recall', '2 linked users', 'the photo', 'the farm itself'])
    expect(screen.queryByText(/orphaned/)).toBeNull()
    expect(app.confirm.disabled).toBe(true)
    expect(document.activeElement).not.toBe(app.confirm)
    await app.user.type(app.name, 'salish sea test beds{Enter}')
    expect(app.confirm.disabled).toBe(true)
    await app.user.clear(app.name)
    await app.user.type(app.name, 'Salish Sea Test Beds')
    on.farm(farm({ leases: [] }))
    await app.user.click(app.confirm)
    expect((await screen.findByText(/is clean/)).textContent).toBe(
      'Salish Sea Test Beds is clean. Removed: 2,082 living animals, 1 animal group, 3 lots, 112 activities, 3 growing areas, 1 upload.',
    )
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls).toHaveLength(1)
    expect(tabs()).toEqual(['Farm Info', 'About My Farm', 'Features', 'Paper & Printers'])
  })

  test('a delete warns of orphans and reports on the list', async () => {
    on.deleteFarm({ message: 'The farm is deleted.', removed: { ...removed, users: 2 } })
    const app = await ask('Delete')
    expect(screen.getByText(/orphaned relationships/)).toBeTruthy()
    expect(list('Will be lost').slice(-2)).toEqual(['2 links to users', 'the farm itself'])
    expect(list('Will be kept')).toEqual(['6 tags', '1 recall', 'the photo'])
    await app.user.type(app.name, 'Salish Sea Test Beds')
    await app.user.click(app.confirm)
    const report = await screen.findByText(/^Salish Sea Test Beds is deleted. Removed: .*2 links to users.$/)
    expect(report).toBeTruthy()
    expect(app.address()).toBe('/farms')
    await app.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByText(/is deleted/)).toBeNull())
  })

  test('what has changed since it was counted is not removed, and counted anew', async () => {
    const withTag = (more: Partial<Contents>, tag: string) =>
      HttpResponse.json({ ...contents, ...more }, { headers: { ETag: tag } })
    signedIn('admin')
    on.contents(() => withTag({}, '"1.7"'))
    const calls = on.cleanFarm(() => failure(412, 'The farm has changed since you looked.'))
    const app = renderApp('/farms/farm-1?tab=info')
    await app.user.click(within(await panel('Danger zone')).getByRole('button', { name: 'Clean' }))
    await app.user.type(await screen.findByLabelText(/^Type the farm's name/), 'Salish Sea Test Beds')
    await screen.findByText('112 activities')
    on.contents(() => withTag({ activities: 113 }, '"1.8"'))
    await app.user.click(screen.getByRole('button', { name: 'Clean this farm' }))
    expect(await screen.findByText('The farm has changed since you looked.')).toBeTruthy()
    expect(await screen.findByText('113 activities')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Clean this farm' }))
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls.map((call) => call.headers.get('If-Match'))).toEqual(['"1.7"', '"1.8"'])
    const keys = calls.map((call) => call.headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(2)
  })

  test('a large farm is closed while a job cleans it', async () => {
    signedIn('admin')
    on.farm(farm({ leases: [], beingCleaned: { since: 0, percent: 40 } }))
    renderApp('/farms/farm-1?tab=info')
    expect(await screen.findByText(/^This farm is being cleaned: 40% done/)).toBeTruthy()
    const zone = within(await panel('Danger zone'))
    expect(zone.getByRole<HTMLButtonElement>('button', { name: 'Clean' }).disabled).toBe(true)
    expect(zone.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true)
  })

  test('a failure is said, and Cancel leaves all as it was', async () => {
    on.deleteFarm(() => failure(503, 'Try again in a moment.'))
    const app = await ask('Delete')
    await app.user.type(app.name, 'Salish Sea Test Beds')
    await app.user.click(app.confirm)
    expect(await screen.findByText('Try again in a moment.')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(app.address()).toBe('/farms/farm-1?tab=info')
  })

  test('one that is closed meanwhile still reports', async () => {
    const answer = later<{ message: string; removed: Contents }>()
    on.cleanFarm(answer.reply)
    const app = await ask('Clean')
    await app.user.type(app.name, 'Salish Sea Test Beds')
    await app.user.click(app.confirm)
    expect(await screen.findByText(/^Cleaning…/)).toBeTruthy()
    await app.user.click(within(screen.getByRole('dialog')).getByText('Close'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText(/^Cleaning…/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clean' }).disabled).toBe(true)
    answer.give(failure(503, 'Try again in a moment.'))
    expect((await screen.findByRole('alert')).textContent).toBe('Try again in a moment.')
  })

  test('without the counts nothing can be confirmed', async () => {
    signedIn('admin')
    on.contents(() => failure(503, 'Counting failed.'))
    const app = renderApp('/farms/farm-1?tab=info')
    await app.user.click(within(await panel('Danger zone')).getByRole('button', { name: 'Clean' }))
    expect(await screen.findByText('Counting failed.')).toBeTruthy()
    await app.user.type(screen.getByLabelText(/^Type the farm's name/), 'Salish Sea Test Beds')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clean this farm' }).disabled).toBe(true)
    on.contents(contents)
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'Will be lost' })
  })
})

describe('AFARM-9 the photo', () => {
  const PICTURE = new File(['picture'], 'bay.png', { type: 'image/png' })
  const chooser = () => screen.findByLabelText<HTMLInputElement>(/a photo|the photo$/, { selector: 'input' })

  test('is chosen, shown while it is sent, and saved', async () => {
    signedIn('admin')
    const answer = later<Response>()
    server.use(http.post('http://localhost:3000/api/farms/farm-1/photo', answer.reply))
    const app = renderApp('/farms/farm-1?tab=info')
    const input = await chooser()
    expect(input.accept).toBe('image/png,image/gif,image/jpeg')
    await app.user.upload(input, PICTURE)
    const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'The farm Salish Sea Test Beds' })
    expect(picture.src).toMatch(/^data:image\/png;base64,/)
    expect(screen.getByText('Sending the photo…')).toBeTruthy()
    answer.give(HttpResponse.json({ photo: '/photos/new.jpg', version: 8 }))
    expect(await screen.findByText('The photo has been saved.')).toBeTruthy()
    expect(screen.getByRole('img', { name: /^The farm/ }).getAttribute('src')).toBe('/photos/new.jpg')
    expect(screen.getByText('Replace the photo')).toBeTruthy()
  })

  test('what is no photo is not sent', async () => {
    signedIn('admin')
    const app = renderApp('/farms/farm-1?tab=info')
    const input = await chooser()
    const sheet = new File(['x'], 'bay.svg', { type: 'image/svg+xml' })
    // The file dialog can be told to show every file, whatever is asked for.
    input.removeAttribute('accept')
    await app.user.upload(input, sheet)
    expect((await screen.findByRole('alert')).textContent).toBe('A photo is a PNG, GIF or JPEG picture.')
  })

  test('a picture that cannot be read is said to be so', async () => {
    signedIn('admin')
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader) {
      this.onerror?.(new ProgressEvent('error') as ProgressEvent<FileReader>)
    })
    const app = renderApp('/farms/farm-1?tab=info')
    await app.user.upload(await chooser(), PICTURE)
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This picture cannot be read/)
    vi.restoreAllMocks()
  })

  test('a refusal keeps the photo that there was', async () => {
    signedIn('admin')
    on.farm(farm({ photo: '/photos/old.jpg' }))
    server.use(
      http.post('http://localhost:3000/api/farms/farm-1/photo', () =>
        failure(400, 'because [No]', { photo: 'That is not a picture' }),
      ),
    )
    const app = renderApp('/farms/farm-1?tab=info')
    await app.user.upload(await chooser(), PICTURE)
    expect((await screen.findByRole('alert')).textContent).toBe('No')
    expect(screen.getByRole('img', { name: /^The farm/ }).getAttribute('src')).toBe('/photos/old.jpg')
  })

  test('is removed after a question', async () => {
    signedIn('admin')
    on.farm(farm({ photo: '/photos/old.jpg' }))
    const calls = on.removePhoto({ photo: '', version: 8 })
    const app = renderApp('/farms/farm-1?tab=info')
    await app.user.click(await screen.findByRole('button', { name: 'Remove the photo' }))
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(calls).toHaveLength(0)
    await app.user.click(screen.getByRole('button', { name: 'Remove the photo' }))
    await app.user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('The photo has been removed.')).toBeTruthy()
    expect(screen.getByText('No photo yet. The tag pages have none either.')).toBeTruthy()
  })
})

describe('AFARM-1 a new farm', () => {
  test('has a setup fee in dollars, and a zone by its state', async () => {
    signedIn('admin')
    const calls = on.createFarm(farm({ _id: 'farm-new' }))
    const app = renderApp('/farms/setup')
    await app.user.type(await screen.findByLabelText('Name'), 'North')
    await app.user.type(screen.getByLabelText('Location'), 'Outer bay')
    await app.user.selectOptions(screen.getByLabelText('Country'), 'Australia')
    await app.user.selectOptions(screen.getByLabelText('State'), 'Tasmania')
    const fee = screen.getByLabelText('Setup fee in dollars')
    await app.user.type(fee, 'free')
    await app.user.click(screen.getByRole('button', { name: 'Create farm' }))
    expect(screen.getByText('A setup fee is an amount in dollars, like 450 or 450.50')).toBeTruthy()
    await focused(fee)
    await app.user.clear(fee)
    await app.user.type(fee, '$450.50')
    await app.user.click(screen.getByRole('button', { name: 'Create farm' }))
    await waitFor(() => expect(app.address()).toBe('/farms/farm-new'))
    expect(calls[0]?.body).toMatchObject({ setupFee: 45_050, location: 'Outer bay', timeZone: 'Australia/Hobart' })
  })

  test('what was typed is asked about', async () => {
    signedIn('admin')
    const app = renderApp('/farms/setup')
    await app.user.type(await screen.findByLabelText('Name'), 'North')
    await app.user.click(screen.getByRole('link', { name: 'Cancel' }))
    await app.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(app.address()).toBe('/farms/setup')
  })
})
