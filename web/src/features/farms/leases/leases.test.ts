import { describe, expect, test } from 'vitest'
import { expiry } from './leases'

describe('FARM-4 a lease that runs out is pointed out', () => {
  test.each([
    ['2031-02-28', null],
    ['2027-02-19', null],
    ['2027-02-18', { text: 'Expires in 90 days', expired: false }],
    ['2026-11-21', { text: 'Expires in 1 day', expired: false }],
    ['2026-11-20', { text: 'Expires today', expired: false }],
    ['2026-11-19', { text: 'Expired 1 day ago', expired: true }],
    ['', null],
    ['until revoked', null],
  ])('%s', (date, said) => {
    expect(expiry(date, '2026-11-20')).toEqual(said)
  })
})
