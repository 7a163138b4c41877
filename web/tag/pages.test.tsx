// @vitest-environment node
import { readFileSync } from 'node:fs'
import { Window } from 'happy-dom'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { ErrorPage } from './ErrorPage'
import { clean, farm, tag } from './fixtures'
import { markup } from './markup'
import { tagView } from './model'
import type { TagData } from './page'
import { pictureOf, pictureUrl } from './picture'
import { TagPage } from './TagPage'
import { EN } from './words'

const frame = { product: 'Merroir', lang: 'en', websiteUrl: 'https://merroir.example/about', css: 'a{color:red}' }
const script = 'let beacon=1>0&&"x"'

const whole = (page: ReactElement) => `<!doctype html>${markup(page)}`
const tagMarkup = (data: TagData) =>
  whole(<TagPage frame={frame} view={tagView('Merroir', data)} picture="https://x.example/p" script={script} />)

function open(html: string) {
  return new new Window().DOMParser().parseFromString(html, 'text/html')
}

test('TAGP-1 header with logo and link to the product site', () => {
  const page = open(tagMarkup(clean))
  const links = [...page.querySelectorAll('header a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual([frame.websiteUrl, frame.websiteUrl])
  expect(links.map((link) => link.textContent)).toEqual(['', 'merroir.example'])
  const name = links[0]?.querySelector('[role=img]')
  expect(name?.getAttribute('aria-label')).toBe('Merroir')
  expect(name?.querySelector('path')?.getAttribute('d')).toMatch(/^M-5 171c/)
})

test('TAGP-2 title, description and nothing from elsewhere', () => {
  const page = open(tagMarkup(clean))
  expect(page.title).toBe('Merroir Stony Point Shellfish Harvest Tag Information')
  expect(page.querySelector('meta[name=description]')?.getAttribute('content')).toContain('Stony Point Shellfish')
  expect(page.querySelector('link[rel=icon]')?.getAttribute('href')).toMatch(/^data:image\/svg\+xml,/)
  expect(page.querySelectorAll('link[rel=stylesheet], script[src], iframe').length).toBe(0)
})

test('TAGP-3 the recall banner is the first element and an alert', () => {
  const page = open(tagMarkup({ ...clean, recall: 'Washington State Department of Health' }))
  const first = page.body.firstElementChild
  expect(first?.getAttribute('role')).toBe('alert')
  expect(first?.querySelector('p')?.textContent).toBe('PRODUCT RECALLED BY Washington State Department of Health')
  expect(open(tagMarkup(clean)).querySelector('[role=alert]')).toBeNull()
})

test('TAGP-3 a recall through a parent tag shows the same banner', () => {
  const page = open(tagMarkup({ ...clean, rootTag: { growerNames: 'Ada' }, recall: 'Health' }))
  expect(page.body.firstElementChild?.querySelector('p')?.textContent).toBe('PRODUCT RECALLED BY Health')
})

const order = (html: string, ...marks: string[]) => marks.map((mark) => html.indexOf(mark))
const ascending = (places: number[]) => [...places].sort((a, b) => a - b)

test('a recalled page says what to do, and shows the photo after the facts and the tasting notes last', () => {
  const html = tagMarkup({ ...clean, recall: 'Health' })
  const lines = [...open(html).querySelectorAll('.recall > *')].map((line) => line.textContent)
  expect(lines).toEqual([
    'PRODUCT RECALLED BY Health',
    'Do not eat, serve or sell these oysters.',
    'Harvested 14 Nov 2026 at Willapa Bay, parcel 112.',
    'Keep them apart. Keep this tag.',
    'Call +1 360 555 0142',
  ])
  expect(open(html).querySelector('.call')?.getAttribute('href')).toBe('tel:+13605550142')
  const places = order(html, 'Keep this tag', '<h1>', 'Growing Process', 'From the water', '<img', 'Tasting Notes')
  expect(places).toEqual(ascending(places))
  expect(html).not.toContain('On ice')
  const bare = open(tagMarkup({ ...clean, farm: {}, tag: {}, recall: 'Health' }))
  expect(bare.querySelectorAll('.recall > *').length).toBe(3)
})

test('a recalled page has no colour but the warning', () => {
  expect(open(tagMarkup({ ...clean, recall: 'Health' })).body.className).toBe('recalled')
  expect(open(tagMarkup(clean)).body.className).toBe('')
  const css = readFileSync(new URL('./tag.css', import.meta.url), 'utf8')
  expect(css).toMatch(/\.recalled \{\s*--sea: var\(--ink\);/)
  expect(css).toMatch(/\.recall \{[^}]*min-height: 45svh;/)
  expect(css.match(/--recall:/g)).toHaveLength(1)
})

test('the diner reads the harvest and the notes before the telephone', () => {
  const html = tagMarkup(clean)
  expect(open(html).querySelector('.told')?.textContent).toBe(
    'Harvested 14 Nov 2026 at Willapa Bay. On ice 1 h 25 min later.',
  )
  const places = order(html, '<img', '<h1>', 'Harvested', 'Tasting Notes', 'tel:', 'Species')
  expect(places).toEqual(ascending(places))
  expect(open(tagMarkup({ ...clean, tag: {} })).querySelector('.told')).toBeNull()
})

test('a Latin name is set apart', () => {
  const latin = (value: string) =>
    open(tagMarkup({ ...clean, tag: { ...tag, species: { value } } })).querySelector('dd i')?.textContent
  expect(latin('Pacific oyster, Magallana gigas')).toBe('Magallana gigas')
  expect(latin('Pacific oyster')).toBeUndefined()
  expect(latin('Oysters, mixed')).toBeUndefined()
})

test("a distributor's telephone is labelled under the growers' name", () => {
  const packed = (data: TagData) => open(tagMarkup(data)).querySelector('.packed')?.textContent
  const packer = { ...farm, type: 'distributor', name: 'Elliott Bay Seafood' }
  expect(packed({ ...clean, farm: packer })).toBe('Packed by Elliott Bay Seafood')
  expect(packed({ ...clean, farm: { ...packer, growerNames: '' } })).toBeUndefined()
  expect(packed(clean)).toBeUndefined()
})

test('what is no moment is a dot on the way', () => {
  const facts = [...open(tagMarkup(clean)).querySelectorAll('li.fact h3')].map((title) => title.textContent)
  expect(facts).toEqual(['Original Shipper', 'Wet Storage Lot #'])
})

test('TAGP-3 TAGP-4 the banner is orange and the photo 300 px high', () => {
  const css = readFileSync(new URL('./tag.css', import.meta.url), 'utf8')
  expect(css).toMatch(/--recall: #c2410c/)
  expect(css).toMatch(/\.recall \{[^}]*background: var\(--recall\)/)
  expect(css).toMatch(/\.photo \{[^}]*height: 300px/)
  const photo = open(tagMarkup(clean)).querySelector('img')
  expect(photo?.getAttribute('src')).toBe(farm.photo)
  expect(photo?.getAttribute('height')).toBe('300')
  expect(photo?.getAttribute('width')).toBe('1440')
  expect(photo?.getAttribute('fetchpriority')).toBe('high')
  expect(photo?.getAttribute('alt')).toBe('Stony Point Shellfish')
  expect(open(tagMarkup({ ...clean, farm: { ...farm, photo: '' } })).querySelector('img')).toBeNull()
})

test('TAGP-5 TAGP-6 identity and sections', () => {
  const page = open(tagMarkup(clean))
  expect(page.querySelector('h1')?.textContent).toBe('Stony Point Shellfish')
  const lines = [...page.querySelectorAll('address p')].map((line) => line.textContent)
  expect(lines).toEqual([
    '+1 360 555 0142',
    'stonypoint.example',
    '12 Tide Street, Bay Center, WA, 98527, USA',
    'CERT# WA-1234-SP',
  ])
  const website = page.querySelector('address a[href^=https]')
  expect(website?.getAttribute('rel')).toBe('noopener noreferrer')
  expect([...page.querySelectorAll('dt')].map((label) => label.textContent)).toContain('Grown By')
})

test('TAGP-7 TAGP-9 the timeline under its heading', () => {
  const page = open(tagMarkup(clean))
  expect(page.querySelector('h2')?.textContent).toBe('From the water to you')
  expect(page.querySelectorAll('ol > li').length).toBe(8)
  expect(page.querySelector('li')?.textContent).toBe('HarvestWillapa Bay, parcel 11214 Nov 2026, 6:40 am')
  expect(page.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-14')
  expect(tagMarkup({ ...clean, tag: {} })).toContain('Nothing has been recorded for this tag yet.')
})

test('TAGP-11 the beacon stands in the page as given, its values beside it', () => {
  const html = tagMarkup({ ...clean, farm: { ...farm, name: `Ada's "Bay" & <Sons>` } })
  expect(html).toContain(`>${script}</script>`)
  expect(html).toContain(`<style>${frame.css}</style>`)
  const beacon = open(html).querySelector('script')
  expect(beacon?.getAttribute('data-farm')).toBe(`Ada's "Bay" & <Sons>`)
  expect(beacon?.getAttribute('data-id')).toBe(farm._id)
  expect(beacon?.getAttribute('data-tag')).toBe(tag._id)
})

test.each([
  [404, 'Tag not found', "We're sorry. The tag you scanned could not be found."],
  [500, 'An Error Occured', "We're sorry. Something went wrong looking for your tag."],
  [503, 'An Error Occured', "We're sorry. Something went wrong looking for your tag."],
])('TAGP-12 the page of status %i', (status, heading, sentence) => {
  const page = open(markup(<ErrorPage frame={frame} words={EN} status={status} />))
  expect(page.querySelector('h1')?.textContent).toBe(heading)
  expect(page.querySelector('main p')?.textContent).toBe(sentence)
  expect(page.title).toBe(`Merroir ${heading}`)
  expect(page.querySelector('script')).toBeNull()
  expect(page.querySelector('.again') !== null).toBe(status !== 404)
})

test('where the page is shared it has a picture', () => {
  const page = open(tagMarkup(clean))
  const meta = (name: string) =>
    page.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content')
  expect(meta('og:image')).toBe('https://x.example/p')
  expect(meta('og:title')).toBe(page.title)
  expect(meta('twitter:card')).toBe('summary_large_image')
  expect(open(markup(<ErrorPage frame={frame} words={EN} status={404} />)).querySelector('meta[property]')).toBeNull()
})

test('the picture says what the page says, a recall above all', () => {
  const view = tagView('Merroir', clean)
  expect(pictureOf(view)).toMatchObject({
    name: 'Stony Point Shellfish',
    oysters: 'Pacific oyster',
    harvest: 'Harvested 14 Nov 2026 at Willapa Bay. On ice 1 h 25 min later.',
    recall: '',
    do: '',
    brand: { name: expect.stringMatching(/^M/) },
  })
  expect(pictureUrl('https://x.example', view)).toBe(`https://x.example/tag-picture/${tag._id}`)
  const recalled = tagView('Merroir', { ...clean, recall: 'Health' })
  expect(pictureOf(recalled)).toMatchObject({
    recall: 'PRODUCT RECALLED BY Health',
    do: expect.stringMatching(/^Do not eat/),
  })
  expect(pictureUrl('https://x.example', recalled)).toMatch(/\?recalled$/)
})
