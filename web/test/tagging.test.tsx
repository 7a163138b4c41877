import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Harvested, NewTagEvent } from '@/api'
import { held } from './book'
import { farm } from './data'
import { listed } from './people'
import { focused, renderApp } from './render'
import { failure, on, signedIn } from './server'
import { ID, tag } from './tag'

const harvested = (part: Partial<Harvested> = {}): Harvested => {
  const { leaseId, area, lotId, group, lot } = held()
  return { leaseId, area, lotId, group, lot, date: '2026-11-20', harvested: 1234, tagged: 0, ...part }
}

type Batch = { farmId: string; events: NewTagEvent[] }
const batch = (calls: { body: unknown }[], index = 0) => calls[index]?.body as Batch

/** Takes what is sent, each tag with an id by its number. */
const takes = () =>
  on.takeTags(async (request) => {
    const { events } = (await request.json()) as Batch
    return { events: events.map(({ id }, at) => ({ id, tag: `7b${String(at).padStart(22, '0')}`, again: false })) }
  })

beforeEach(() => {
  signedIn('manager')
  on.farm(farm({ distributorBrands: [{ brand: 'Bay Center Selects', growingProcess: '', tastingNotes: '' }] }))
  on.harvests({ data: [harvested()] })
})

describe('TAG-4 tag it', () => {
  const open = async (address = '/manage/farm-1/tagging?event=harvest') => {
    const app = renderApp(address)
    await screen.findByLabelText('Animals in a bag')
    return app
  }

  test('so many bags, what is left over at once, and all of them in one batch', async () => {
    const calls = takes()
    const app = await open()
    await app.user.type(screen.getByLabelText('Animals in a bag'), '100')
    expect(screen.getByText('12 bags of 100 and one of 34:')).toBeTruthy()
    await app.user.type(screen.getByLabelText('Bags'), '12')
    expect(screen.getByText('34 stay without a tag')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Bay Center Selects' }))
    expect(
      screen.getByText('12 tags for 12 bags of 100, from Site A, 20 Nov 2026; 34 stay without a tag.'),
    ).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Tag it' }))
    await screen.findByText(/^Recorded: 12 tags for 12 bags of 100/)
    const { farmId, events } = batch(calls)
    expect(farmId).toBe('farm-1')
    expect(events).toHaveLength(12)
    expect(new Set(events.map(({ id }) => id)).size).toBe(12)
    expect(events[11]).toMatchObject({
      event: 'harvest',
      date: '2026-11-20',
      leaseId: 'lease-a',
      lots: [{ lotId: 'lot-1', animals: 100 }],
      states: { brand: 'Bay Center Selects' },
    })
    expect(screen.getAllByRole('link', { name: /^7b0/ })).toHaveLength(12)
    await app.go('/manage/farm-1/tagging?event=ice')
    expect(await screen.findByRole('button', { name: 'Record' })).toBeTruthy()
    expect(screen.queryByText(/^Recorded:/)).toBeNull()
  })

  test('a lost answer is asked for again under the same ids, and what was typed stays', async () => {
    const calls = on.takeTags(() => Response.error())
    const app = await open()
    await app.user.type(screen.getByLabelText('Animals in a bag'), '1234')
    await app.user.click(screen.getByRole('button', { name: 'Tag it' }))
    expect((await screen.findByRole('alert')).textContent).toContain('nothing is recorded twice')
    expect(screen.getByLabelText<HTMLInputElement>('Animals in a bag').value).toBe('1234')
    const again = takes()
    await app.user.click(screen.getByRole('button', { name: 'Tag it' }))
    await screen.findByText(/^Recorded: 1 tag /)
    expect(batch(again)).toEqual(batch(calls))
  })

  test('what does not add up is said before it is sent, a refusal beside its input', async () => {
    const reason = '1234 were harvested in Site A on 2026-11-20, and 900 of them are on tags already'
    const calls = on.takeTags(() =>
      failure(400, `${reason}. Nothing was taken.`, { 'events.0.lots.0.animals': reason }),
    )
    const app = await open()
    await app.user.type(screen.getByLabelText('Animals in a bag'), '100')
    await app.user.type(screen.getByLabelText('Bags'), '14')
    await app.user.click(screen.getByRole('button', { name: 'Tag it' }))
    await focused(screen.getByLabelText('Bags'))
    expect(screen.getByText('1,234 animals fill 13 bags of 100.')).toBeTruthy()
    expect(calls).toHaveLength(0)
    await app.user.clear(screen.getByLabelText('Bags'))
    await app.user.click(screen.getByRole('button', { name: 'Tag it' }))
    await waitFor(() => expect(screen.getByLabelText('Bags').getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText(reason)).toBeTruthy()
  })

  test('only animals of one area and day go together, and lots of them can stay out', async () => {
    const calls = takes()
    on.harvests({
      data: [
        harvested({ harvested: 150 }),
        harvested({ lotId: 'lot-2', lot: { ...held().lot, nickname: 'bag 2' }, harvested: 100, tagged: 40 }),
        harvested({ lotId: 'lot-3', date: '2026-11-18', harvested: 30, tagged: 30 }),
        harvested({ lotId: 'lot-4', date: '2026-11-17', harvested: 30 }),
      ],
    })
    const app = renderApp('/manage/farm-1/tagging?event=harvest&area=lease-a&day=2026-11-20')
    await app.user.type(await screen.findByLabelText('Animals in a bag'), '100')
    expect(screen.getByText('2 bags of 100 and one of 10:')).toBeTruthy()
    await app.user.click(screen.getByRole('checkbox', { name: /bag 2.*: 60/ }))
    expect(screen.getByText('1 bag of 100 and one of 50:')).toBeTruthy()
    await app.user.click(screen.getByRole('checkbox', { name: /bag 2.*: 60/ }))
    await app.user.selectOptions(screen.getByLabelText('The tag counts in'), 'dozen')
    await app.user.click(screen.getByRole('button', { name: 'Tag it' }))
    await screen.findByText(/^Recorded: 3 tags/)
    expect(batch(calls).events.map(({ lots, quantity, unit }) => ({ lots, quantity, unit }))).toEqual([
      { lots: [{ lotId: 'lot-1', animals: 100 }], quantity: 8.333, unit: 'dozen' },
      {
        lots: [
          { lotId: 'lot-1', animals: 50 },
          { lotId: 'lot-2', animals: 50 },
        ],
        quantity: 8.333,
        unit: 'dozen',
      },
      { lots: [{ lotId: 'lot-2', animals: 10 }], quantity: 0.833, unit: 'dozen' },
    ])
  })

  test('where nothing waits for a tag, the way to record a harvest', async () => {
    on.harvests({ data: [harvested({ tagged: 1234 })] })
    renderApp('/manage/farm-1/tagging?event=harvest')
    const link = await screen.findByRole('link', { name: 'Record a harvest' })
    expect(link.getAttribute('href')).toBe('/manage/farm-1/record?activity=harvest')
  })
})

describe('TAG-5 tags that something happens to', () => {
  const OTHER = 'c'.repeat(24)

  test('nothing is sent before each of them is known, and none is left out unseen', async () => {
    const calls = takes()
    const reads: (() => void)[] = []
    on.tags(async (request) => {
      const search = new URL(request.url).searchParams.get('search')
      if (search === OTHER) await new Promise<void>((resolve) => reads.push(resolve))
      return listed(search === ID ? [tag()] : [])
    })
    const { user } = renderApp(`/manage/farm-1/tagging?event=ice&tags=${ID},${OTHER}`)
    await screen.findByText(/^40 animals left/)
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Record' })
    expect(send.disabled).toBe(true)
    await waitFor(() => expect(reads).toHaveLength(1))
    reads[0]?.()
    await waitFor(() => expect(send.disabled).toBe(false))
    await user.click(send)
    await screen.findByText(/^It is not known as a tag of the firm/)
    expect(calls).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: `Leave out ${OTHER}` }))
    await user.click(send)
    await screen.findByText('Recorded: 1 tag iced.')
    expect(batch(calls).events.map(({ tag: named }) => named)).toEqual([ID])
  })

  test('one that cannot be read is said, and read again', async () => {
    const calls = takes()
    let down = true
    on.tags(({ url }) => {
      const [tags, named] = [[tag()], new URL(url).searchParams.get('search') === ID]
      return down && named ? failure(500, 'No such farm.') : listed(named ? tags : [])
    })
    const { user } = renderApp(`/manage/farm-1/tagging?event=ice&tags=${ID}`)
    await screen.findByText(/^No such farm/)
    await user.click(screen.getByRole('button', { name: 'Record' }))
    await screen.findByText(/^It is not known as a tag of the firm/)
    down = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText(/^It is not known/)).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Record' }))
    await screen.findByText('Recorded: 1 tag iced.')
    expect(calls).toHaveLength(1)
  })

  test('what is left is said while one types', async () => {
    takes()
    on.tags(listed([tag()]))
    const { user } = renderApp(`/manage/farm-1/tagging?event=ship&tags=${ID}`)
    await user.type(await screen.findByLabelText(/^How much of it/), '41')
    await user.click(screen.getByRole('button', { name: 'Ship' }))
    await screen.findByText('Only 40 animals left.')
    await user.clear(screen.getByLabelText(/^How much of it/))
    await waitFor(() => expect(screen.queryByText('Only 40 animals left.')).toBeNull())
    await user.type(screen.getByLabelText(/^How much of it/), '42')
    await screen.findByText('Only 40 animals left.')
  })
})

test('TAG-5 without leave for the camera one is told, and types', async () => {
  const getUserMedia = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
  on.publicTag(failure(404, 'No such tag.'))
  const { user } = renderApp('/manage/farm-1/tagging?event=receive')
  await user.click(await screen.findByRole('button', { name: 'Scan with the camera' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This page may not use the camera.')
  await user.type(screen.getByLabelText('Scan or type a tag'), ID)
  expect(await screen.findByRole('button', { name: `Leave out ${ID}` })).toBeTruthy()
})

test('TAG-2 what happened before the harvest is recorded once it is confirmed', async () => {
  const early = '2:00 pm is before the harvest at 3:00 pm.'
  const bodies: { confirmed?: boolean }[] = []
  on.tags(listed([tag()]))
  on.takeTags(async (request) => {
    const body = (await request.json()) as Batch & { confirmed?: boolean }
    bodies.push(body)
    if (!body.confirmed) return failure(409, early, { 'events.0.time': early }, 'before-harvest')
    return { events: body.events.map(({ id }) => ({ id, tag: ID, again: false })) }
  })
  const { user } = renderApp(`/manage/farm-1/tagging?event=ice&tags=${ID}`)
  await screen.findByText(/^40 animals left/)
  await user.click(screen.getByRole('button', { name: 'Record' }))
  await user.click(await screen.findByRole('button', { name: 'Record it anyway' }))
  await screen.findByText('Recorded: 1 tag iced.')
  expect(bodies.map(({ confirmed }) => confirmed)).toEqual([false, true])
})

test('TAG-5 the Enter that ends a scanned code turns no field red', async () => {
  on.publicTag(failure(404, 'No such tag.'))
  const { user } = renderApp('/manage/farm-1/tagging?event=receive')
  await user.type(await screen.findByLabelText('Scan or type a tag'), `${ID.toUpperCase()}{Enter}`)
  expect(await screen.findByRole('button', { name: `Leave out ${ID}` })).toBeTruthy()
  expect(screen.queryByText('Enter what came.')).toBeNull()
})

describe('RECALL-3 recalled tags are not offered for shipping', () => {
  const OTHER = 'c'.repeat(24)
  const MADE = '7b0000000000000000000000'
  const RECALLED = { recall: 'State of Maine' }

  /** Answers for each tag by its id, and with all for another search. */
  const has = (...tags: ReturnType<typeof tag>[]) =>
    on.tags(({ url }) => {
      const search = new URL(url).searchParams.get('search') ?? ''
      const found = tags.filter(({ _id }) => _id === search)
      return listed(search.length === 24 ? found : tags)
    })

  const split = async () => {
    takes()
    const app = renderApp(`/manage/farm-1/tagging?event=split&tags=${ID}`)
    await screen.findByText(/^40 animals left/)
    await app.user.type(screen.getByLabelText('On each new tag'), '40')
    await app.user.click(screen.getByRole('button', { name: 'Split' }))
    await screen.findByText(/^Recorded: /)
    return app
  }

  test('after splitting a recalled tag', async () => {
    has(tag(RECALLED), tag({ _id: MADE, ...RECALLED }))
    const { settled } = await split()
    await settled()
    expect(screen.queryByRole('button', { name: 'Ship it' })).toBeNull()
  })

  test('after splitting another', async () => {
    has(tag(), tag({ _id: MADE }))
    await split()
    expect(await screen.findByRole('button', { name: 'Ship it' })).toBeTruthy()
  })

  test('the form leaves out those of its address, and says so', async () => {
    const calls = takes()
    has(tag(), tag({ _id: OTHER, ...RECALLED }))
    const { user } = renderApp(`/manage/farm-1/tagging?event=ship&tags=${ID},${OTHER}`)
    await screen.findByText('Left out: 1 recalled tag. Recalled tags can’t be shipped.')
    expect(screen.queryByRole('button', { name: `Leave out ${OTHER}` })).toBeNull()
    await user.type(screen.getByLabelText('Shipped to'), 'Pike Place')
    await user.click(screen.getByRole('button', { name: 'Ship' }))
    await screen.findByText(/^Recorded: /)
    expect(batch(calls).events.map(({ tag: named }) => named)).toEqual([ID])
  })

  test('the picker offers the others alone', async () => {
    has(tag(), tag({ _id: OTHER, brand: 'Recalled brand', ...RECALLED }))
    renderApp('/manage/farm-1/tagging?event=ship')
    const offered = await screen.findByRole('list', { name: 'Tags to add' })
    await waitFor(() => expect(offered.textContent).toContain('Bay Petites'))
    expect(offered.textContent).not.toContain('Recalled brand')
  })

  test('one that is recalled once it was chosen is refused', async () => {
    const refusal = `Tag ${ID} is recalled by State of Maine, and is not shipped`
    let recalled = false
    on.tags(() => listed([tag(recalled ? RECALLED : {})]))
    const calls = on.takeTags(() => {
      recalled = true
      return failure(400, `${refusal}. Nothing was taken.`, { 'events.0.tag': refusal })
    })
    const { user } = renderApp(`/manage/farm-1/tagging?event=ship&tags=${ID}`)
    await screen.findByText(/^40 animals left/)
    await user.type(screen.getByLabelText('Shipped to'), 'Pike Place')
    await user.click(screen.getByRole('button', { name: 'Ship' }))
    await screen.findByText(refusal)
    await screen.findByText('Recalled by State of Maine')
    await user.click(screen.getByRole('button', { name: 'Ship' }))
    await screen.findByText('Recalled by State of Maine. Leave it out.')
    expect(calls).toHaveLength(1)
  })
})

const CANNERY = {
  ...{ phone: '', website: '', address2: '', state: '', zip: '', country: '', dateOfExpiration: '' },
  ...{ certId: 'c2', cert: 'WA-0977-SS', address1: '3 Cannery Row', city: 'South Bend' },
}

test.each([
  ['wet-storage-in', 'Put in', 'Also the facility of the wet storage.'],
  ['wet-storage-out', 'Take out', ''],
])('LABEL-1 the form of %s chooses a certificate', async (event, save, hint) => {
  const calls = takes()
  on.farm(farm({ certs: [CANNERY] }))
  on.tags(listed([tag()]))
  const { user } = renderApp(`/manage/farm-1/tagging?event=${event}&tags=${ID}`)
  await screen.findByText(/^40 animals left/)
  await user.selectOptions(screen.getByLabelText('Certificate on the tag'), 'WA-0977-SS, 3 Cannery Row, South Bend')
  if (hint) {
    expect(screen.getByText(hint)).toBeTruthy()
    await user.type(screen.getByLabelText('Lot of the wet storage'), 'W1')
  }
  await user.click(screen.getByRole('button', { name: save }))
  await screen.findByText(/^Recorded: /)
  expect(batch(calls).events[0]?.states?.certId).toBe('c2')
})

test('LABEL-1 whoever has several certificates chooses the one that a tag names', async () => {
  const calls = takes()
  on.farm(farm({ certs: [CANNERY] }))
  const { user } = renderApp('/manage/farm-1/tagging?event=harvest')
  await user.type(await screen.findByLabelText('Animals in a bag'), '100')
  await user.type(screen.getByLabelText('Bags'), '1')
  const choice = screen.getByLabelText('Certificate on the tag')
  await user.selectOptions(choice, 'WA-0977-SS, 3 Cannery Row, South Bend')
  await user.click(screen.getByRole('button', { name: 'Tag it' }))
  await screen.findByText(/^Recorded: 1 tag/)
  expect(batch(calls).events[0]?.states?.certId).toBe('c2')
})
