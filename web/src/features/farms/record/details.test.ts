import { describe, expect, test } from 'vitest'
import { NO_DETAILS, problemsOf } from './details'

describe('AFARM-1 what a farm must have', () => {
  test('is named field by field', () => {
    expect(problemsOf(NO_DETAILS)).toEqual({
      name: 'Name is required',
      country: 'Country is required',
      state: 'State is required',
    })
    expect(problemsOf({ ...NO_DETAILS, name: 'North', country: 'USA', state: 'Maine' })).toEqual({})
  })
})
