import { expect, test } from 'vitest'
import { clean, farm, tag } from './fixtures'
import { addressLine, farmIdentity, mergeItem, sections, tagView } from './model'
import type { Farm, TagData, TagFields } from './page'

test('TAGP-2 the title is prefixed with product and farm name', () => {
  expect(tagView('Merroir', clean).title).toBe('Merroir Stony Point Shellfish Harvest Tag Information')
  expect(tagView('Merroir', { ...clean, farm: null }).title).toBe('Merroir Harvest Tag Information')
})

test.each([
  ['a farm keeps its name', { type: 'farm', growerNames: 'Ada' }, 'Stony Point Shellfish'],
  ['a distributor shows its growers', { type: 'distributor', growerNames: 'Ada, Ben' }, 'Ada, Ben'],
  ['a distributor without growers its name', { type: 'distributor', growerNames: '' }, 'Stony Point Shellfish'],
])('TAGP-5 %s', (_, over, name) => {
  expect(farmIdentity({ ...farm, ...over }, tag).name).toBe(name)
})

test('TAGP-5 the address is joined by commas without gaps', () => {
  expect(addressLine(farm)).toBe('12 Tide Street, Bay Center, WA, 98527, USA')
  expect(addressLine({})).toBe('')
})

const certs = [
  { certId: 'c1', phone: '111 1111', website: 'one.example', address1: '1 First', city: 'One' },
  { certId: 'c2', phone: '222 2222', website: 'two.example', address1: '2 Second', city: 'Two' },
  { certId: 'bare' },
]

test('TAGP-5 a certId takes contact and address from the matching cert', () => {
  const identity = farmIdentity({ ...farm, certs }, { ...tag, certId: 'c2' })
  expect(identity).toMatchObject({
    phone: { label: '222 2222' },
    website: { label: 'two.example' },
    address: '2 Second, Two',
  })
})

test.each(['none', 'bare', '', null])('TAGP-5 certId %j leaves contact and address to the farm', (certId) => {
  const identity = farmIdentity({ ...farm, certs }, { ...tag, certId })
  expect(identity).toEqual(farmIdentity(farm, tag))
})

test.each<[string, Farm, TagFields, string]>([
  ['a farm tag its cert', { cert: 'A', harvesterCert: 'H' }, { type: 'FARM', cert: 'T' }, 'A'],
  ['or its harvesterCert', { harvesterCert: 'H' }, { type: 'FARM', cert: 'T' }, 'H'],
  ["another tag the farm's", { cert: 'A', harvesterCert: 'H' }, { type: 'DISTRIBUTOR', cert: 'T' }, 'A'],
  ["or the tag's", { harvesterCert: 'H' }, { type: 'DISTRIBUTOR', cert: 'T' }, 'T'],
  ['none shows none', {}, { type: 'DISTRIBUTOR' }, ''],
])('TAGP-5 CERT#: %s', (_, on, of, cert) => {
  expect(farmIdentity(on, of).cert).toBe(cert)
})

const labelled = (on: Farm, of: TagFields, root: TagFields | null = null) =>
  Object.fromEntries(sections(on, of, root).map(({ label, value }) => [label, value]))

test('TAGP-6 every section in order', () => {
  expect(sections(farm, tag, null).map((section) => section.label)).toEqual([
    'Brand',
    'Species',
    'Size',
    'Grown By',
    'Growing Process',
    'Tasting Notes',
  ])
  expect(sections({}, {}, null)).toEqual([])
})

test('TAGP-6 Species is the species value or the shellfish type, labelled as the farm is set', () => {
  expect(labelled({}, { species: { value: 'Pacific oyster' }, shellfishType: 'Oyster' })).toEqual({
    Species: 'Pacific oyster',
  })
  expect(labelled({}, { species: null, shellfishType: 'Oyster' })).toEqual({ Species: 'Oyster' })
  expect(labelled({ labels: { species: 'Type' } }, { shellfishType: 'Oyster' })).toEqual({ Type: 'Oyster' })
})

test('TAGP-6 Grown By: not on a distributor, not with growers on the parent tag', () => {
  const grown = { growerNames: 'Ada' }
  expect(labelled(grown, {})).toEqual({ 'Grown By': 'Ada' })
  expect(labelled(grown, {}, {})).toEqual({ 'Grown By': 'Ada' })
  expect(labelled(grown, {}, { growerNames: 'Ben' })).toEqual({})
  expect(labelled({ ...grown, type: 'distributor' }, {})).toEqual({})
})

test('TAGP-6 Growing Process and Tasting Notes: of the matching brand, only without a parent tag', () => {
  expect(labelled(farm, tag)).toMatchObject({
    'Growing Process': 'Finished in flip bags.',
    'Tasting Notes': 'Cucumber.',
  })
  expect(labelled(farm, tag, {})).not.toHaveProperty('Growing Process')
  expect(labelled(farm, { ...tag, brand: 'Other' })).not.toHaveProperty('Tasting Notes')
  expect(labelled({ distributorBrands: [{ tastingNotes: 'x' }] }, {})).toEqual({})
})

test('TAGP-10 item fields override the tag, nulls are skipped', () => {
  const merged = mergeItem({ brand: 'Tag', sizeCull: 'Small', item: { brand: 'Item', sizeCull: null, parcel: '' } })
  expect(merged).toEqual({ brand: 'Item', sizeCull: 'Small', parcel: '' })
  expect(mergeItem({ brand: 'Tag', item: null })).toEqual({ brand: 'Tag' })
})

test('TAGP-10 an item changes neither which tag this is nor how objects work', () => {
  const item = JSON.parse('{"_id":"other","__proto__":{"brand":"x"},"brand":"Item"}')
  const view = tagView('Merroir', { ...clean, tag: { ...tag, item } })
  expect(view.pageview.tagId).toBe(tag._id)
  expect(view.sections[0]).toEqual({ label: 'Brand', value: 'Item' })
  expect(mergeItem({ item: JSON.parse('{"__proto__":{"brand":"x"}}') }).brand).toBeUndefined()
})

test('TAGP-3 an unknown recall state is an error and never a clean page', () => {
  expect(tagView('Merroir', clean).recall).toBeNull()
  expect(tagView('Merroir', { ...clean, recall: ' Health ' }).recall).toBe('Health')
  const unknown = [
    { recall: undefined },
    { recall: '' },
    { recall: ' ' },
    { recall: false },
    { recall: {} },
    { tag: undefined },
    { tag: null },
  ]
  for (const part of unknown) {
    expect(() => tagView('Merroir', { ...clean, ...part } as unknown as TagData)).toThrow()
  }
})

test('TAGP-3 a tag whose farm is gone still answers', () => {
  const view = tagView('Merroir', { ...clean, farm: null, recall: 'Health' })
  expect(view.identity.name).toBe('Harvest Tag Information')
  expect(view.recall).toBe('Health')
})

test.each([
  ['/photos/a.jpg', '/photos/a.jpg'],
  ['', null],
  ['//evil.example/a.jpg', null],
  ['https://evil.example/a.jpg', null],
  ['/photos/../api/users/my', null],
  ['/photos/a.jpg" onload="x', null],
])('TAGP-4 the photo %s is fetched from %s', (photo, path) => {
  expect(tagView('Merroir', { ...clean, farm: { ...farm, photo } }).photo).toBe(path)
})
