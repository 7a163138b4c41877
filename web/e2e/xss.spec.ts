import type { Page } from '@playwright/test'
import PAYLOADS from '../tag/payloads.json' with { type: 'json' }
import { addLease, call, STONY, shifted, today } from './leaseBook'
import { expect, test } from './test'

// Without the content security policy, so that what is written into a page is judged and not what the policy stops.
test.use({ alone: import.meta.url, as: 'root', bypassCSP: true })

const LONGEST = 115
const NAME = 40
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

/** What ran, and what a page has that none of ours has. */
class Watch {
  private readonly ran: string[] = []

  constructor(private readonly page: Page) {
    page.on('dialog', async (dialog) => {
      await dialog.dismiss()
      this.ran.push(`${dialog.message()} on ${page.url()}`)
    })
  }

  async seen(): Promise<string[]> {
    const strange = await this.page.evaluate(() => {
      const links = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc']
      const good = /^(https?|tel|mailto|blob):|^data:image\/(png|svg)/
      return [...document.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes]
          .filter(({ name, value }) => {
            if (!links.includes(name)) return name.startsWith('on')
            return !good.test(new URL(value, location.href).href.toLowerCase())
          })
          .map(({ name, value }) => `<${element.localName} ${name}="${value}">`)
          .concat(
            element.matches('iframe, object, embed, base, meta[http-equiv=refresh], math') ? [element.outerHTML] : [],
          ),
      )
    })
    return [...this.ran, ...strange]
  }

  async expectNothing(): Promise<void> {
    expect(await this.seen(), this.page.url()).toEqual([])
  }
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
    ...of('dealer', 'growerNames', 'cert', 'harvesterCert'),
    certs: [{ ...contact, ...of('cert', 'state', 'country'), certId: 'c' }],
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
    { event: 'split', ...made, tag: mine(1), states: { ...said, certId: 'c' } },
    { event: 'wet-storage-in', ...made, tag: mine(2), wetStorageLot: text },
    { event: 'split', ...made, tag: mine(3) },
    { event: 'ship', date, tag: mine(0), quantity: 1, to },
  ].map((event, part) => ({ id: `${index} ${part}`, ...event }))
  await call<Taken>(serverUrl, 'POST', 'tags', { farmId: STONY, events })
  const mistake = { id: `${index} mistake`, event: 'void', date, tag: mine(3), note: text }
  await call<Taken>(serverUrl, 'POST', 'tags', { farmId: STONY, events: [mistake] })
  return [mine(0), mine(1), mine(2), mine(3)]
}

/** A harvest of a growing area and a lot that are named like that, on a tag. */
async function harvested(serverUrl: string): Promise<string> {
  let next = 0
  const any = () => NAMES[next++ % NAMES.length] ?? ''
  const { leaseId } = await addLease(serverUrl, any(), {
    size: any(),
    location: any(),
    lines: [{ name: any(), spots: 5 }],
  })
  const date = today('America/Los_Angeles')
  const group = { oysterType: any(), seedSource: any(), locationPlanted: any() }
  const lot = { sizeLabel: any(), meshSize: any(), nickname: any() }
  const facts = { buyer: any(), order: any(), harvester: any() }
  const activities = [
    { id: 'xss 1', activity: 'plant', date, leaseId, group, lot, count: 100, containers: 5, note: any() },
    { id: 'xss 2', activity: 'harvest', date, leaseId, group, lot, count: 50, containers: 2, facts, note: any() },
  ]
  await call(serverUrl, 'POST', `v2/activities/${STONY}`, { activities })
  const { data } = await call<{ data: { leaseId: string; lotId: string }[] }>(
    serverUrl,
    'GET',
    `farms/${STONY}/harvests`,
  )
  const lotId = data.find((one) => one.leaseId === leaseId)?.lotId
  const event = {
    id: 'xss 3',
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

const opener = async (page: Page) => {
  const watch = new Watch(page)
  const browser = await page.context().newCDPSession(page)
  return {
    async read(language: string, ids: string[]) {
      await browser.send('Emulation.setUserAgentOverride', { userAgent: 'Firefox', acceptLanguage: language })
      for (const id of ids) {
        await page.goto(`/tag/${id}`, { waitUntil: 'domcontentloaded' })
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await watch.expectNothing()
      }
    },
    async open(path: string, shown: string | RegExp) {
      await page.goto(path)
      await expect(page.getByText(shown).filter({ visible: true }).first()).toBeVisible()
      await watch.expectNothing()
    },
  }
}

/** The page on which whoever got it says that they have the notice of the recall. */
async function notice(page: Page, to: string): Promise<string> {
  const mail = page.getByRole('listitem').filter({ hasText: to })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(mail).toHaveCount(1, { timeout: 100 })
  }).toPass()
  await mail.getByRole('link').first().click()
  return /\/recall\/[0-9a-f]{64}/.exec(await page.content())?.[0] ?? ''
}

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

test('TAGP-3 TAGP-5 TAGP-6 TAGP-7 RECALL-1 whatever is typed into a field is text wherever it is shown', async ({
  page,
  serverUrl,
}) => {
  test.setTimeout(120_000)
  const { read, open } = await opener(page)
  const made: string[] = []
  const recalls: string[] = []
  for (const [index, text] of TEXTS.entries()) {
    await firm(serverUrl, index)
    const ids = await tags(serverUrl, index)
    const [paper = '', certified = ''] = ids
    await read('en', ids)
    await read('es', [certified])
    await read('fr', [certified])
    recalls.push(await recall(serverUrl, paper, text))
    for (const language of ['en', 'es', 'fr']) await read(language, [paper])
    made.push(...ids)
  }
  await firm(serverUrl, 0)
  const lot = await harvested(serverUrl)
  await read('en', [lot])
  await open(`${FARM}/tags?limit=100`, 'Rows 1 - ')
  await open(`${FARM}/shipments?limit=100`, 'Rows 1 - ')
  await open(`${FARM}/labels?tags=${made.slice(0, 4).join()}`, /must not be printed/)
  await open(`${FARM}/labels?tags=${lot}`, 'Harvest location')
  await open(`${FARM}/tagging?event=ship&tags=${made[1]}`, 'Shipped to')
  await open(`${FARM}/tagging?event=harvest`, 'What was done')
  await open(`${FARM}/tags/${lot}`, 'As the book had it')
  await open('/admin/recalls?limit=100', TEXTS[0] ?? '')
  await open(`${FARM}/recalls`, TEXTS.at(-1) ?? '')
  await open(await notice(page, 'chef0@harbor.example'), 'Do not sell, serve or eat it.')
  // The lists have all of them.
  for (const [index, text] of TEXTS.entries()) {
    if (index % 3 === 0) await open(`${FARM}/tags/${made[4 * index]}`, text)
    if (index % 3 === 1) await open(`/admin/recalls/${recalls[index]}`, text)
  }
})
