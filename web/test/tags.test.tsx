import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { LineageNode, Shipped, TagDetail } from '@/api'
import { user } from './data'
import { listed } from './people'
import { focused, renderApp } from './render'
import { savedFiles } from './saved'
import { failure, on, signedIn } from './server'
import { ID, tag } from './tag'

const node = (_id: string, part: Partial<LineageNode> = {}): LineageNode => ({
  _id,
  own: true,
  firm: 'Salish Sea Test Beds',
  event: 'harvest',
  madeOn: '2026-11-10',
  brand: 'Bay',
  harvestDate: '2026-11-10',
  harvestLocation: 'Willapa Bay',
  quantity: 300,
  unit: 'each',
  remainder: 0,
  recall: null,
  ...part,
})

const detail = (part: Partial<TagDetail> = {}): TagDetail => ({
  tag: tag(),
  harvests: [],
  events: [],
  lineage: { nodes: [node(ID)], edges: [], more: false },
  ...part,
})

const shipment = (part: Partial<Shipped> = {}): Shipped => ({
  id: 's1',
  tag: ID,
  event: 'ship',
  date: '2026-11-16',
  time: '14:30',
  quantity: 60,
  unit: 'each',
  to: { name: 'Pike Place Fish' },
  temperatureC: null,
  note: '',
  recordedAt: Date.UTC(2026, 10, 16, 22),
  by: 'ann',
  brand: 'Bay Petites',
  species: 'Pacific oyster',
  harvestDate: '2026-11-10',
  harvestLocation: 'Willapa Bay',
  ...part,
})

const rows = () => [...document.querySelectorAll('main tbody tr')].map((row) => row.textContent)

describe('the tags of a farm', () => {
  test.each([
    ['manager', '/manage/farm-1/tags'],
    ['admin', '/farms/farm-1/tags'],
  ] as const)('TAG-3 are listed for the %s, each with what is left of it and its page', async (who, address) => {
    signedIn(who)
    on.tags(
      listed([
        tag(),
        tag({ _id: 'b'.repeat(24), remainder: 100, wetStored: true, recall: 'State of Maine' }),
        tag({ _id: 'c'.repeat(24), brand: '', event: '', madeOn: '', quantity: null, remainder: null, unit: '' }),
        tag({ _id: 'd'.repeat(24), unit: 'dozen', quantity: 5, remainder: 0 }),
      ]),
    )
    renderApp(address)
    await screen.findByText('Recalled by State of Maine')
    expect(rows()).toEqual([
      `Bay Petites${ID}Split off 12 Nov 202610 Nov 2026, Willapa BayLeft40 of 100 animals left`,
      `Bay Petites${'b'.repeat(24)}Recalled by State of MaineSplit off 12 Nov 202610 Nov 2026, Willapa BayIn wet storage100 animals left`,
      `Pacific oyster${'c'.repeat(24)}10 Nov 2026, Willapa BayStates no quantity`,
      `Bay Petites${'d'.repeat(24)}Split off 12 Nov 202610 Nov 2026, Willapa BayGone0 of 5 dozen left`,
    ])
    const first = screen.getByRole('link', { name: `Bay Petites ${ID}` })
    expect(first.getAttribute('href')).toBe(`${address}/${ID}`)
    expect(screen.getByRole('link', { name: 'Tags', description: 'Market' }).className).toContain('active')
  })

  test('TAG-3 are looked for, and each question is in the address and undone by Back', async () => {
    signedIn('manager')
    const calls = on.tags(listed([tag()], 30))
    const app = renderApp('/manage/farm-1/tags')
    await app.user.selectOptions(await screen.findByLabelText('State'), 'In wet storage')
    await waitFor(() => expect(app.address()).toBe('/manage/farm-1/tags?state=wet-storage'))
    await app.user.type(screen.getByLabelText('Search buyers'), 'Pike')
    await waitFor(() => expect(app.address()).toContain('buyer=Pike'))
    await app.user.click(await screen.findByRole('button', { name: 'Next' }))
    await waitFor(() => expect(app.address()).toContain('page=2'))
    expect(Object.fromEntries(calls.at(-1)?.url.searchParams ?? [])).toMatchObject({
      state: 'wet-storage',
      buyer: 'Pike',
      page: '2',
      limit: '20',
    })
    app.history.back()
    app.history.back()
    await waitFor(() => expect(app.address()).toBe('/manage/farm-1/tags?state=wet-storage'))
  })

  test('TAG-3 on a phone all but the first search is behind one line, which says how much is set', async () => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport: (to: { width: number }) => void } }
    // happy-dom takes a query not to hold at first, so it must hold before it tells that it does not.
    for (const width of [1025, 390]) happyDOM.setViewport({ width })
    onTestFinished(() => happyDOM.setViewport({ width: 1024 }))
    signedIn('manager')
    on.tags(listed([tag()]))
    const app = renderApp('/manage/farm-1/tags?state=wet-storage&buyer=Pike')
    const line = await screen.findByText('Filters, 2 set')
    const folded = line.closest('details') as HTMLDetailsElement
    expect(folded.open).toBe(false)
    expect(within(folded).getByLabelText('State')).toBeTruthy()
    expect(within(folded).queryByLabelText('Search tags and lots')).toBeNull()
    await app.user.click(line)
    expect(folded.open).toBe(true)
  })

  test('TAG-3 where there are none, say what to do next', async () => {
    signedIn('manager')
    on.tags(listed([]))
    const app = renderApp('/manage/farm-1/tags')
    expect((await screen.findByRole('link', { name: 'Record a harvest' })).getAttribute('href')).toBe(
      '/manage/farm-1/record',
    )
    await app.go('/manage/farm-1/tags?lot=lot-9')
    expect((await screen.findByRole('link', { name: 'Journal of this lot' })).getAttribute('href')).toBe(
      '/manage/farm-1/lots/lot-9',
    )
    await app.user.click(await screen.findByRole('button', { name: 'Show all tags' }))
    await screen.findByText('No tags yet.')
    expect(app.address()).toBe('/manage/farm-1/tags')
  })
})

describe('one tag', () => {
  const open = (part: Partial<TagDetail>) => {
    signedIn('manager')
    on.tag(detail(part))
    return renderApp(`/manage/farm-1/tags/${ID}`)
  }

  test('TAG-3 LOT-1 says what it states, what is left, what was done with it and where it comes from', async () => {
    open({
      harvests: [
        {
          leaseId: 'lease-a',
          area: 'Bay',
          lotId: 'lot-1',
          animals: 300,
          date: '2026-11-10',
          lot: { sizeLabel: 'Standard', meshSize: 'Flip bag', nickname: '' },
          group: {
            oysterType: 'Pacific oyster',
            seedSource: '',
            year: 2024,
            month: 4,
            datePlanted: '',
            locationPlanted: '',
          },
        },
      ],
      events: [
        { ...shipment(), note: 'van 2' },
        { ...shipment({ id: 't', event: 'temperature', quantity: null, to: undefined, temperatureC: 3.4, by: '' }) },
      ],
    })
    expect(await screen.findByText('40 of 100 animals left')).toBeTruthy()
    expect(rows()).toEqual([
      'Shippedvan 216 Nov 2026, 14:3060 animalsPike Place Fish16 Nov 2026, 14:00 PST, ann',
      'Temperature16 Nov 2026, 14:303.4 °C16 Nov 2026, 14:00 PST, the platform itself',
      'Standard in Flip bagAll tags of this lotBay300',
    ])
    expect(document.querySelector('dl')?.textContent).toBe(
      `Tag${ID}MadeSplit off 12 Nov 2026Quantity100 animalsBrandBay PetitesSpeciesPacific oysterHarvest10 Nov 2026Harvested atWillapa Bay`,
    )
    expect(screen.getByRole('link', { name: 'Its public page' }).getAttribute('href')).toBe(`/tag/${ID}`)
    const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(leadsTo('Standard in Flip bag')).toBe('/manage/farm-1/lots/lot-1')
    expect(leadsTo('All tags of this lot')).toBe('/manage/farm-1/tags?lot=lot-1')
    expect(screen.getByText('It was made of no other tag, and no other tag was made of it.')).toBeTruthy()
  })

  test('TAG-3 its lineage is a graph of links that the arrow keys follow, and a list that says the same', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((one) => one.repeat(24)) as [string, string, string]
    const app = open({
      lineage: {
        nodes: [
          node(ID, { brand: 'Petites', event: 'commingle' }),
          node(a, { recall: 'State of Maine' }),
          node(b, { own: false, firm: 'South Bay', brand: '', event: '', madeOn: '', quantity: null, remainder: null }),
          node(c, { brand: 'Half', event: 'split', quantity: 5, unit: 'dozen', remainder: 5 }),
        ],
        edges: [
          { from: a, to: ID, quantity: 200, unit: 'each' },
          { from: b, to: ID, quantity: null, unit: '' },
          { from: ID, to: c, quantity: 5, unit: 'dozen' },
        ],
        more: false,
      },
    })
    const graph = await screen.findByRole('navigation', { name: 'Lineage' })
    const links = within(graph).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Bay…aaaaaaHarvested 10 NovRecalled', `/manage/farm-1/tags/${a}`],
      ['Tag…bbbbbbSouth Bay', `/tag/${b}`],
      ['Petites…cf5c60Commingled 10 Nov0 of 300 animals left', `/manage/farm-1/tags/${ID}`],
      ['Half…ccccccSplit off 10 Nov5 dozen left', `/manage/farm-1/tags/${c}`],
    ])
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, 'page', null])
    const words = [...screen.getByRole('list', { name: 'Lineage in words' }).children].map((item) => item.textContent)
    expect(words).toEqual([
      'Bay …aaaaaa, harvested 10 Nov 2026, harvest of 10 Nov 2026, Willapa Bay Recalled by State of Maine',
      'Tag …bbbbbb, South Bay, harvest of 10 Nov 2026, Willapa Bay ',
      'Petites …cf5c60 (this tag), commingled 10 Nov 2026, harvest of 10 Nov 2026, Willapa Bay; made of Bay …aaaaaa (200 animals), Tag …bbbbbb ',
      'Half …cccccc, split off 10 Nov 2026, harvest of 10 Nov 2026, Willapa Bay; made of Petites …cf5c60 (5 dozen) ',
    ])
    // Laid out as on a desk or a phone, the keys lead along the lines and beside them.
    links[2]?.focus()
    const across = graph.querySelector('path')?.getAttribute('d')?.startsWith('M12 ') ?? false
    const [on, back, beside] = across
      ? ['{ArrowRight}', '{ArrowLeft}', '{ArrowDown}']
      : ['{ArrowDown}', '{ArrowUp}', '{ArrowRight}']
    await app.user.keyboard(on)
    await focused(links[3])
    await app.user.keyboard(back + back)
    await focused(links[0])
    await app.user.keyboard(beside)
    await focused(links[1])
  })

  test('TAG-3 of a large lineage the nearest are drawn, and the page says so', async () => {
    const many = Array.from({ length: 70 }, (_, at) => String(at).padStart(24, '0'))
    open({
      lineage: {
        nodes: [node(ID), ...many.map((id) => node(id))],
        edges: many.map((id) => ({ from: ID, to: id, quantity: 1, unit: 'each' })),
        more: true,
      },
    })
    expect(
      await screen.findByText('The 60 tags nearest to this one are drawn; the list below has the first 71.'),
    ).toBeTruthy()
    const graph = screen.getByRole('navigation', { name: 'Lineage' })
    expect(within(graph).getAllByRole('link')).toHaveLength(60)
    expect(screen.getByRole('list', { name: 'Lineage in words' }).children).toHaveLength(71)
    expect(screen.getByText(/There are more than can be listed here/)).toBeTruthy()
  })

  test('TAG-3 that the farm does not have leads back to the list', async () => {
    signedIn('manager')
    on.tag(() => failure(404, 'There is no such tag.'))
    renderApp(`/manage/farm-1/tags/${ID}`)
    expect((await screen.findByRole('link', { name: 'All tags' })).getAttribute('href')).toBe('/manage/farm-1/tags')
  })
})

describe('what was shipped', () => {
  test('TAG-3 to whom, by buyer and days, and as CSV', async () => {
    signedIn('manager')
    on.shipped(
      listed([
        shipment(),
        shipment({ id: 's2', to: { name: 'The Walrus', address: 'Seattle' }, quantity: 5, unit: 'bag' }),
      ]),
    )
    const files = on.shippedCsv(new Response('Day\n', { headers: { 'Content-Type': 'text/csv' } }))
    const app = renderApp('/manage/farm-1/shipments?buyer=a&from=2026-11-01')
    await screen.findByText('The Walrus')
    expect(rows()).toEqual([
      'Pike Place Fish16 Nov 2026, 14:3060 animalsBay Petites …cf5c6010 Nov 2026, Willapa Bay',
      'The WalrusSeattle16 Nov 2026, 14:305 bagsBay Petites …cf5c6010 Nov 2026, Willapa Bay',
    ])
    const saved = savedFiles()
    await app.user.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(saved[0]?.name).toBe('salish-sea-test-beds-shipments.csv'))
    expect(files.at(-1)?.url.search).toBe('?search=&buyer=a&from=2026-11-01&to=')
  })

  test('PEO-5 a view offers no CSV of them', async () => {
    signedIn('manager')
    on.my({ ...user('manager'), viewing: { farm: 'farm-1', name: 'Salish Sea Test Beds' } })
    on.shipped(listed([shipment()]))
    renderApp('/manage/farm-1/shipments')
    await screen.findByText('Pike Place Fish')
    expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull()
  })

  test('TAG-3 none yet leads to the tags', async () => {
    signedIn('manager')
    on.shipped(listed([]))
    renderApp('/manage/farm-1/shipments')
    expect((await screen.findByRole('link', { name: 'See the tags' })).getAttribute('href')).toBe('/manage/farm-1/tags')
  })
})

describe('the scans of tags', () => {
  const none = { from: '2026-10-22', to: '2026-11-20', total: 0, days: [], countries: [], tags: [], copies: [] }

  test('TAG-6 by day, tag and country, and what may be copies in plain words', async () => {
    signedIn('manager')
    const calls = on.scans({
      ...none,
      total: 7,
      days: [
        { day: '2026-11-18', scans: 2 },
        { day: '2026-11-20', scans: 5 },
      ],
      countries: [
        { country: 'US', scans: 6 },
        { country: '', scans: 1 },
      ],
      tags: [{ tag: ID, scans: 7, countries: 1, last: '2026-11-20' }],
      copies: [
        { tag: ID, day: '2026-11-20', reason: 'two-countries', harvested: '', country: 'FR', other: 'US' },
        { tag: ID, day: '2026-11-08', reason: 'too-early', harvested: '2026-11-10', country: 'MX', other: '' },
        { tag: ID, day: '2027-04-11', reason: 'too-late', harvested: '2026-11-10', country: '', other: '' },
      ],
    })
    renderApp('/manage/farm-1/scans?from=2026-10-22')
    expect(await screen.findByText('7 scans from 22 Oct to 20 Nov 2026')).toBeTruthy()
    expect(calls.at(-1)?.url.searchParams.get('from')).toBe('2026-10-22')
    const copies = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(copies).toEqual([
      '…cf5c60 was scanned in France and in the United States within one hour on 20 Nov 2026.',
      '…cf5c60 was scanned on 8 Nov 2026 in Mexico, before it was harvested on 10 Nov 2026.',
      '…cf5c60 was scanned on 11 Apr 2027, more than 120 days after its harvest on 10 Nov 2026.',
    ])
    expect(rows()).toEqual(['…cf5c607120 Nov 2026', '20 Nov 20265', '18 Nov 20262', 'United States6', 'Not known1'])
  })

  test('TAG-6 none, and none that cannot be', async () => {
    signedIn('manager')
    on.scans(none)
    const app = renderApp('/manage/farm-1/scans')
    expect(await screen.findByText('Nothing was scanned in these days.')).toBeTruthy()
    on.scans({ ...none, total: 1, days: [{ day: '2026-11-20', scans: 1 }] })
    await app.go('/manage/farm-1/scans?to=2026-11-20')
    expect(await screen.findByText('Every scan could be one of the tag itself.')).toBeTruthy()
  })
})
