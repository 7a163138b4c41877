import type { Page } from '@playwright/test'
import PAYLOADS from '../tag/payloads.json' with { type: 'json' }
import { call as ask, type Lease, STONY, shifted, today } from './leaseBook'
import { mailWith } from './mail'
import { expect, test } from './test'
import { Texts } from './texts'
import { visit } from './visit'
import { Watch } from './watch'

// Without the content security policy, so that what is written into a page is judged and not what the policy stops.
test.use({ alone: import.meta.url, as: 'root', bypassCSP: true })

const LONGEST = 115
const NAME = 40
const MOST_OF_ID = 100
const LANGUAGES = ['en', 'es', 'fr']
const FARM = `/farms/${STONY}`

/** The payloads that are text at all (a test of the API has the others refused), as many in a text as fit; whoever could be a link is alone. */
const TEXTS: string[] = []
for (const payload of PAYLOADS.filter((text) => [...text].every((one) => one >= ' '))) {
  const link = (text: string) => /^\w+:/.test(text)
  const joined = `${TEXTS.at(-1)} ${payload}`
  if (joined.length <= LONGEST && TEXTS.length > 0 && !link(payload) && !link(joined)) TEXTS[TEXTS.length - 1] = joined
  else TEXTS.push(payload)
}
const NAMES = PAYLOADS.filter((payload) => payload.length <= NAME && TEXTS.some((text) => text.includes(payload)))

/** The calls by which texts come to a public page, or to the page of another firm. */
const PUBLIC = /^\/api\/(tags|recall\S*|farms\/\{id\}(\/farmDetails|\/leases.*|\/recall.*)?|v2\/activities\/.*)$/
/** What is no text: the server refuses all but an id, a day, a time, an address, or one of a list. */
const NO_TEXT = [
  /\.(_id|(?!certId)\w+Id|leaseIds|tags?|request|digest|event|type|timeZone|activities|email|website)$/,
  /\.(date|date[oO]f\w+|datePlanted|harvest(Date|Time)|time|landed|from|to)$/,
  /^EditInputBody\.(country|state)$/,
  /^NewEntry\.party$/,
  /^SeenQuantity\.unit$/,
]
const texts = await Texts.of(PUBLIC, (text) => PAYLOADS.some((payload) => text.includes(payload)))

const isNoText = (field: string) => field !== 'Choice.farmId' && NO_TEXT.some((one) => one.test(field))
/** In words about something else, of which the text would have been a part. */
const REFUSALS =
  'No such|has changed:|A type is farm|There is no such growing area|Please say whose growing areas|Only a harvest'
/** Fields that are no text and did not refuse one. */
const took: string[] = []

/** Sends it, and before it, once for each field that is no text, the same with a payload there. */
async function call<T>(serverUrl: string, method: string, path: string, body?: object): Promise<T> {
  const at = `/api/${path}`
  for (const [field, bad] of texts.with('<img src=x: onerror=alert(1)>', method, at, body)) {
    if (!isNoText(field)) continue
    const refusal = await ask(serverUrl, method, path, bad as object).catch((error: Error) => error.message)
    const name = field.split('.').at(-1)
    const of = new RegExp(`"statusCode":4.*(${REFUSALS}|"keys":\\[[^\\]]*\\b${name}\\b)`, 'i')
    if (typeof refusal !== 'string' || !of.test(refusal)) took.push(`${field}: ${JSON.stringify(refusal)}`)
  }
  texts.take(method, at, body)
  return ask<T>(serverUrl, method, path, body)
}

interface Recorded {
  activities: { id: string; number: number }[]
}

interface Taken {
  events: { tag: string }[]
}

/** All that the public page shows of a firm. */
async function firm(serverUrl: string, index: number): Promise<void> {
  const text = TEXTS[index] ?? ''
  const of = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, text]))
  const contact = of('phone', 'address1', 'address2', 'city', 'zip')
  const name = NAMES[index % NAMES.length]
  await call(serverUrl, 'PUT', `farms/${STONY}`, {
    ...contact,
    ...of('companyName', 'owner', 'location'),
    name,
  })
  await call(serverUrl, 'POST', `farms/${STONY}/farmDetails`, {
    ...of('dealer', 'growerNames', 'cert', 'harvesterCert', 'location', 'phone'),
    certs: [{ ...contact, ...of('cert', 'state', 'country'), certId: text }],
    distributorBrands: [of('brand', 'growingProcess', 'tastingNotes')],
  })
}

/** A tag that came on paper, and one of each kind that is made of it, with all that they may state. */
async function tags(serverUrl: string, index: number): Promise<string[]> {
  const text = TEXTS[index] ?? ''
  const date = today('America/Los_Angeles')
  const mine = (part: number) => `e2e0${index.toString(16).padStart(4, '0')}${String(part).padStart(16, '0')}`
  const said = { brand: text, species: text, sizeCull: text, cert: text, vendorType: text }
  const paper = { ...said, parcel: text, harvestDate: shifted(date, -1), harvestLocation: text, sourceCert: text }
  const to = { name: text, cert: text, phone: text, address: text, email: `chef${index}@harbor.example` }
  const from = [{ tag: mine(0), quantity: 2 }]
  const made = { date, quantity: 2, unit: 'dozen', from }
  const events = [
    { event: 'receive', date, tag: mine(0), quantity: 20, unit: 'dozen', states: paper },
    { event: 'split', ...made, tag: mine(1), states: { ...said, certId: text } },
    { event: 'wet-storage-in', ...made, tag: mine(2), wetStorageLot: text },
    { event: 'split', ...made, tag: mine(3) },
    { event: 'ship', date, tag: mine(0), quantity: 1, to },
  ].map((event, part) => ({ id: `${index} ${part} ${text}`.slice(0, MOST_OF_ID), ...event }))
  await call<Taken>(serverUrl, 'POST', 'tags', { farmId: STONY, events })
  const mistake = { id: `${index} mistake ${text}`.slice(0, MOST_OF_ID), event: 'void', date, tag: mine(3), note: text }
  await call<Taken>(serverUrl, 'POST', 'tags', { farmId: STONY, events: [mistake] })
  return [mine(0), mine(1), mine(2), mine(3)]
}

/** A harvest of a growing area and a lot that are named like that, on a tag. */
async function harvested(serverUrl: string): Promise<string> {
  let next = 0
  const any = () => NAMES[next++ % NAMES.length] ?? ''
  const area = () => ({ name: any(), size: any(), location: any(), lines: [{ name: any(), spots: 5 }] })
  const { leaseId, version } = await call<Lease>(serverUrl, 'POST', `farms/${STONY}/leases`, area())
  await call(serverUrl, 'PUT', `farms/${STONY}/leases/${leaseId}`, { version, ...area() })
  const date = today('America/Los_Angeles')
  const spare = await call<Lease>(serverUrl, 'POST', `farms/${STONY}/leases`, { name: 'Spare' })
  await call(serverUrl, 'POST', `farms/${STONY}/leases/${spare.leaseId}/end`, { version: spare.version, date })
  const group = { oysterType: any(), seedSource: any(), locationPlanted: any() }
  const lotOf = () => ({ sizeLabel: any(), meshSize: any(), nickname: any() })
  const lot = lotOf()
  const to = [{ count: 20, containers: 1, lot: lotOf() }]
  const facts = { buyer: any(), buyerAddress: any(), order: any(), harvester: any() }
  const graded = `3 ${any()}`
  const activities = [
    { id: `1 ${any()}`, activity: 'plant', date, leaseId, group, lot, count: 100, containers: 5, note: any() },
    { id: `2 ${any()}`, activity: 'harvest', date, leaseId, group, lot, count: 50, containers: 2, facts, note: any() },
    { id: graded, activity: 'grade', date, leaseId, group, lot, count: 20, to, note: any() },
  ]
  const recorded = await call<Recorded>(serverUrl, 'POST', `v2/activities/${STONY}`, { activities })
  const number = recorded.activities.find((one) => one.id === graded)?.number
  await call(serverUrl, 'POST', `v2/activities/${STONY}/${number}/correction`, { reason: any() })
  const { data } = await call<{ data: { leaseId: string; lotId: string }[] }>(
    serverUrl,
    'GET',
    `farms/${STONY}/harvests`,
  )
  const lotId = data.find((one) => one.leaseId === leaseId)?.lotId
  const event = {
    id: `4 ${any()}`,
    event: 'harvest',
    date,
    leaseId,
    lots: [{ lotId, animals: 50 }],
    states: { parcel: any() },
  }
  return (await call<Taken>(serverUrl, 'POST', 'tags', { farmId: STONY, events: [event] })).events[0]?.tag ?? ''
}

async function recall(serverUrl: string, tag: string, text: string): Promise<string> {
  const choice = { tags: [tag] }
  const { seen } = await call<{ seen: object }>(serverUrl, 'POST', 'recalls/preview', { choice })
  const words = { party: text, reason: text, class: '' }
  return (await call<{ _id: string }>(serverUrl, 'POST', 'recalls', { kind: 'recall', ...words, choice, seen }))._id
}

interface Book {
  parties: { _id: string; kind: string }[]
}

/** All that the book of a recall takes, until it ends; somebody says so who has no account, on the page that is returned. */
async function keepBook(page: Page, serverUrl: string, index: number, id: string, tag: string): Promise<string> {
  const text = TEXTS[index] ?? ''
  const name = NAMES[index % NAMES.length] ?? ''
  const book = `recalls/${id}`
  // Where the consignee has the farm's certificate, they are one company.
  const company = async () => {
    const { parties } = await call<Book>(serverUrl, 'GET', book)
    return (parties.find(({ kind }) => kind === 'consignee') ?? parties[0])?._id
  }
  await expect.poll(company).toBeDefined()
  const party = await company()
  await call(serverUrl, 'POST', `${book}/parties/${party}/call`, { spokeTo: text, note: text })
  const form = { name: text, note: text, onHand: '', sold: '', destroyed: '' }
  const told = await notice(page, index)
  expect((await page.request.post(told, { form })).status()).toBe(200)
  await call(serverUrl, 'PUT', `${book}/parties/${party}/answer`, { note: text })
  const entry = { party, tag, outcome: 'returned', quantity: 1, note: text }
  const { _id } = await call<{ _id: string }>(serverUrl, 'POST', `${book}/accounts`, entry)
  await call(serverUrl, 'POST', `${book}/accounts/${_id}/reverse`, { reason: text })
  const choice = { tags: [tag], area: text, certs: [text], farmId: name, lotIds: [name] }
  const { seen } = await call<{ seen: object }>(serverUrl, 'POST', 'recalls/preview', { choice })
  const words = { party: text, reason: text, class: '', why: text }
  await call(serverUrl, 'PUT', book, { ...words, choice, seen })
  const asked = { choice: { tags: [tag], area: text, certs: [text] }, reason: text }
  const request = await call<{ _id: string }>(serverUrl, 'POST', `farms/${STONY}/recall-requests`, asked)
  await call(serverUrl, 'POST', `recall-requests/${request._id}/decline`, { reason: text })
  await call(serverUrl, 'POST', `${book}/end`, { reason: text, openReason: text })
  return told
}

/** The page on which whoever got it says that they have the notice of the recall. */
async function notice(page: Page, index: number): Promise<string> {
  return /\/recall\/[0-9a-f]{64}/.exec(await mailWith(page, `chef${index}@harbor.example`))?.[0] ?? ''
}

/** Somebody with an account, whose tab stays at the app, and somebody without one in another. */
const opener = async (page: Page) => {
  const reader = await page.context().newPage()
  const [watch, reading] = [new Watch(page), new Watch(reader)]
  const browser = await page.context().newCDPSession(reader)
  const seen = (one: Page, shown: string | RegExp) =>
    expect(one.getByText(shown).filter({ visible: true }).first()).toBeVisible()
  return {
    reader,
    async read(language: string, id: string) {
      await browser.send('Emulation.setUserAgentOverride', { userAgent: 'Firefox', acceptLanguage: language })
      await reader.goto(`/tag/${id}`, { waitUntil: 'domcontentloaded' })
      const shown = await reader.evaluate(() => [document.documentElement.lang, document.querySelectorAll('h1').length])
      expect(shown).toEqual([language, 1])
      await reading.expectNothing()
    },
    async answer(path: string, shown: string | RegExp) {
      await reader.goto(path)
      await seen(reader, shown)
      await reading.expectNothing()
    },
    async open(path: string, shown: string | RegExp) {
      await visit(page, path)
      await seen(page, shown)
      await watch.expectNothing()
    },
  }
}

test.describe('the watch', () => {
  test.use({ ownTab: true })

  test('what runs, and what could be pressed, would be seen', async ({ page, troubles }) => {
    troubles.expect(/ERR_UNKNOWN_URL_SCHEME/)
    const watch = new Watch(page)
    for (const [html, seen] of [
      // Waited for until it is closed: a page that asks cannot be left.
      ['<img src=x: onerror=alert(1)>', '1 on '],
      ['<a href="vbscript:x">x</a>', '<a href="vbscript:x">'],
      ['<b onclick="x()">x</b>', '<b onclick="x()">'],
    ] as const) {
      await page.goto('/login')
      await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), html)
      await expect.poll(() => watch.seen()).toContainEqual(expect.stringContaining(seen))
    }
  })
})

test('TAGP-5 TAGP-6 TAGP-7 no address of a farm leads anywhere but to http or https', async ({ serverUrl }) => {
  for (const website of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
  ]) {
    const certs = [{ certId: 'c', cert: 'c', website }]
    const refused = /A website is an address like/
    await expect(call(serverUrl, 'PUT', `farms/${STONY}`, { website })).rejects.toThrow(refused)
    await expect(call(serverUrl, 'POST', `farms/${STONY}/farmDetails`, { website })).rejects.toThrow(refused)
    await expect(call(serverUrl, 'POST', `farms/${STONY}/farmDetails`, { certs })).rejects.toThrow(refused)
  }
})

/** By the number of the text: the tags that state it, and the recall for which it is the reason. */
const made: string[][] = []
const recalls: string[] = []

// What the first have typed the others read.
test.describe('TAGP-3 TAGP-5 TAGP-6 TAGP-7 RECALL-1 whatever is typed into a field is text', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 })

  // Every text is on every page in every language in a test of the pages (TestPayloadsAreText); here each is on one
  // of them, and every page is there in every language.
  test('on the pages of its tags, before and after a recall', async ({ page, serverUrl }) => {
    const { read } = await opener(page)
    for (const [index, text] of TEXTS.entries()) {
      await firm(serverUrl, index)
      const ids = await tags(serverUrl, index)
      const [paper = ''] = ids
      const language = LANGUAGES[index % LANGUAGES.length] ?? ''
      const clean = ids[index % (ids.length + 1)]
      if (clean) await read(language, clean)
      recalls[index] = await recall(serverUrl, paper, text)
      if (!clean) await read(language, paper)
      made[index] = ids
    }
    expect(TEXTS.length).toBeGreaterThanOrEqual(LANGUAGES.length * 5)
  })

  test('in the lists, and wherever else a farm reads it', async ({ page, serverUrl }) => {
    const { reader, read, answer, open } = await opener(page)
    await firm(serverUrl, 0)
    const lot = await harvested(serverUrl)
    await read('en', lot)
    await open(`${FARM}/tags?limit=100`, 'Rows 1 - ')
    await open(`${FARM}/shipments?limit=100`, 'Rows 1 - ')
    await open(`${FARM}/labels?tags=${made[0]}`, /must not be printed/)
    await open(`${FARM}/labels?tags=${lot}`, 'Harvest location')
    await open(`${FARM}/tagging?event=ship&tags=${made[0]?.[1]}`, 'Shipped to')
    await open(`${FARM}/tagging?event=harvest`, 'What was done')
    await open(`${FARM}/tags/${lot}`, 'As the book had it')
    await open('/admin/recalls?limit=100', TEXTS[0] ?? '')
    await open(`${FARM}/recalls`, TEXTS.at(-1) ?? '')
    await answer(await notice(reader, 0), 'Do not sell, serve or eat it.')
    // The lists have all of them.
    for (const [index, text] of TEXTS.entries()) {
      if (index % 3 === 0) await open(`${FARM}/tags/${made[index]?.[0]}`, text)
      if (index % 3 === 1) await open(`/admin/recalls/${recalls[index]}`, text)
    }
  })

  test('in the book of a recall; and every field of the API had one, or refused it', async ({ page, serverUrl }) => {
    const { reader, answer, open } = await opener(page)
    for (const [index, text] of TEXTS.entries()) {
      if (index % 6 !== 0 && !/^\w+:/.test(text)) continue
      const id = recalls[index] ?? ''
      const told = await keepBook(reader, serverUrl, index, id, made[index]?.[0] ?? '')
      if (index === 0) await answer(told, `Received and confirmed: ${text}`)
      await open(`/admin/recalls/${id}`, `Recall by ${text}`)
    }
    await open('/admin/audit?limit=100', 'Rows 1 - ')
    expect(texts.never().filter((field) => !isNoText(field))).toEqual([])
    expect(texts.unturned().filter(isNoText)).toEqual([])
    expect(took).toEqual([])
  })
})
