import { describe, expect, it } from 'vitest'
import { auditSearch, usersSearch } from './admin'
import { farmSearch } from './farm'
import { farmsSearch } from './farms'
import { reportsSearch } from './reports'

/** What is not what it was, or is not read, was said all the same: links of then opened Farm Info. */
const SAYS_NOTHING = [{ report: 'snapshot' }, { view: 'pie' }, { invoicePaid: 'false' }]

/** As it comes out of an address: nothing has been checked yet. */
const read = <R>(search: (raw: never) => R, raw: Record<string, unknown>) => search(raw as never)

describe('the search of an address', () => {
  it('is what a page begins with where it says nothing', () => {
    expect(read(farmsSearch, {})).toEqual({ name: '', sort: '_id', limit: 20, page: 1 })
    expect(read(farmSearch, {})).toMatchObject({ tab: 'today', report: 'snapshot', dates: '90', by: 'none' })
  })

  it('is as if it said nothing where it cannot be read', () => {
    const nonsense = { sort: 'x', limit: '7', page: '0', name: 'x'.repeat(201), role: 'king', isActive: ['true'] }
    expect(read(usersSearch, nonsense)).toEqual(read(usersSearch, {}))
    for (const page of ['-1', '1.5', '1e3', '', '10001', ['2'], null]) {
      expect(read(farmsSearch, { page }).page).toBe(1)
    }
    expect(read(auditSearch, { from: '2017-02-30', to: '2017-11-30' })).toMatchObject({ from: '', to: '2017-11-30' })
    expect(read(farmSearch, { tab: 'today', view: 'pie', from: 'soon', leftMetric: 'joy' })).toEqual(
      read(farmSearch, {}),
    )
  })

  it('has numbers from a link and from an address', () => {
    expect(read(farmsSearch, { limit: 50, page: 3 })).toMatchObject({ limit: 50, page: 3 })
    expect(read(farmsSearch, { limit: '50', page: '3' })).toMatchObject({ limit: 50, page: 3 })
  })

  it('has one value of a filter or several', () => {
    expect(read(farmSearch, { year: '2016', seed: ['A', 'B'] })).toMatchObject({ year: ['2016'], seed: ['A', 'B'] })
  })

  it('opens Today at the bare address of a farm, and at every other what it opened before', () => {
    expect(read(farmSearch, {}).tab).toBe('today')
    // What others hang on to a link is no word about the farm.
    expect(read(farmSearch, { utm_source: 'x', fbclid: 'y' }).tab).toBe('today')
    expect(read(farmSearch, { invoicePaid: 'true' }).tab).toBe('tagging')
    for (const search of [
      { report: 'yield' },
      { area: 'a' },
      { dates: '30' },
      { year: '2016' },
      { tab: 'none' },
      ...SAYS_NOTHING,
    ]) {
      expect(read(farmSearch, search).tab).toBe('info')
    }
    expect(read(farmSearch, { tab: 'about', report: 'yield' }).tab).toBe('about')
  })

  it('AFARM-4 has tabs by their number of old, which the reports alone do not', () => {
    expect(read(farmSearch, { tab: '0' }).tab).toBe('info')
    expect(read(farmSearch, { tab: 'toString' }).tab).toBe('info')
    expect(read(reportsSearch, { tab: 'reports', report: 'yield' })).toEqual({
      ...read(reportsSearch, {}),
      report: 'yield',
    })
  })

  it('drops what no page knows, and what is not said', () => {
    expect(Object.keys(read(farmSearch, { evil: '1' })).sort()).toEqual(Object.keys(read(farmSearch, {})).sort())
    expect('from' in read(farmSearch, {})).toBe(false)
  })
})
