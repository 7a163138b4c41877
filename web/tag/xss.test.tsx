// @vitest-environment node
import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { farm, tag } from './fixtures'
import { markup } from './markup'
import { tagView } from './model'
import type { TagData } from './page'
import { PAYLOADS } from './payloads'
import { TagPage } from './TagPage'

const frame = { product: 'Merroir', lang: 'en', websiteUrl: 'https://merroir.example', css: 'a{}' }

/** A page whose every text a stranger may have chosen is `value`. */
function page(value: string): string {
  const contact = {
    phone: value,
    website: value,
    address1: value,
    address2: value,
    city: value,
    state: value,
    zip: value,
    country: value,
  }
  const data: TagData = {
    farm: {
      ...farm,
      ...contact,
      _id: value,
      name: value,
      growerNames: value,
      cert: value,
      photo: value,
      labels: { species: value, harvest: value },
      distributorBrands: [{ brand: value, growingProcess: value, tastingNotes: value }],
    },
    tag: {
      ...tag,
      _id: value,
      brand: value,
      species: { value },
      sizeCull: value,
      sourceCert: value,
      harvestLocation: value,
      harvestDate: value,
      harvestTime: value,
      parcel: value,
      wetStorageLot: value,
      destination: value,
      item: { sizeCull: value },
    },
    rootTag: null,
    recall: value,
  }
  return `<!doctype html>${markup(<TagPage frame={frame} view={tagView('Merroir', data)} picture="/p" script="beacon()" />)}`
}

/** Every tag and its attribute names as they stand in the text, whatever a parser would forgive. */
function tags(html: string): string[] {
  return (html.match(/<[^>]*>?/g) ?? []).map((found) => found.replace(/="[^"]*"/g, ''))
}

/** Every element and its attribute names as a browser builds them. */
function elements(html: string): string[] {
  const parsed = new new Window().DOMParser().parseFromString(html, 'text/html')
  return [...parsed.querySelectorAll('*')].map((found) =>
    [found.tagName, ...found.getAttributeNames().sort()].join(' '),
  )
}

const harmless = page('plain words')

test('there are at least 40 payloads, each its own', () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(40)
})

test.each(PAYLOADS)('TAGP-5 TAGP-6 TAGP-7 %j creates no element and no attribute', (payload) => {
  const attacked = page(payload)
  expect(tags(attacked)).toEqual(tags(harmless))
  expect(elements(attacked)).toEqual(elements(harmless))
})
