import { describe, expect, test } from 'vitest'
import { changedKeys, merge3 } from '@/shared/lib/merge3'
import { brandRows, certRows, publicChange, publicPageOf, publicText } from './publicPage'

const farm = {
  dealer: 'Elliott Bay',
  growerNames: '',
  cert: 'WA-1',
  harvesterCert: '',
  labels: { species: 'Species', harvest: 'Harvest' },
  certs: [
    { certId: 'c1', cert: 'WA-1', city: 'Bay Center' },
    { certId: 'c2', cert: 'WA-2' },
  ],
  distributorBrands: [{ brand: 'Selects', tastingNotes: 'Salt' }, { brand: 'Petites' }],
} as const

const page = () => publicPageOf({ ...farm, certs: [...farm.certs], distributorBrands: [...farm.distributorBrands] })

describe('what the tag page shows', () => {
  test('rows keep their order and get every field', () => {
    expect(certRows(page()).map(([key, { cert, phone }]) => [key, cert, phone])).toEqual([
      ['cert c1', 'WA-1', ''],
      ['cert c2', 'WA-2', ''],
    ])
    expect(brandRows(page()).map(([, { brand }]) => brand)).toEqual(['Selects', 'Petites'])
  })

  test('two brands of one name are two', () => {
    const twice = publicPageOf({ ...farm, certs: [], distributorBrands: [{ brand: 'A' }, { brand: 'A' }] })
    expect(brandRows(twice)).toHaveLength(2)
  })

  test('only what changed is sent, a list as a whole', () => {
    const { 'cert c1': _, ...rest } = page()
    const mine = { ...rest, harvest: 'Processing Date' } as ReturnType<typeof page>
    const change = publicChange(mine, changedKeys(page(), mine))
    expect(Object.keys(change).sort()).toEqual(['certs', 'labels'])
    expect(change.labels).toEqual({ species: 'Species', harvest: 'Processing Date' })
    expect(change.certs?.map(({ certId }) => certId)).toEqual(['c2'])
    expect(publicChange(mine, [])).toEqual({})
  })

  test('editors of different rows do not meet', () => {
    const mine = { ...page(), 'brand new': { brand: 'Mine', growingProcess: '', tastingNotes: '' } }
    const theirs = publicPageOf({
      ...farm,
      certs: [...farm.certs],
      distributorBrands: [{ brand: 'Petites' }, { brand: 'Theirs' }],
    })
    const { values, conflicts } = merge3(page(), mine, theirs)
    expect(conflicts).toEqual([])
    expect(brandRows(values).map(([, { brand }]) => brand)).toEqual(['Petites', 'Mine', 'Theirs'])
  })
})

test('a row is read without its id', () => {
  expect(publicText('', { certId: 'c1', cert: 'WA-1', phone: '', city: 'Bay Center' })).toBe('WA-1, Bay Center')
})
