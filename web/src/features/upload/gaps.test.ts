import { describe, expect, test } from 'vitest'
import { gapsOfHeader, said } from './gaps'

describe('UPL-3 what a sheet leaves out is read from its header', () => {
  test.each([
    ['Date,Site,Bag,Total counted,Dead removed\n2026-11-20,A,1,100,0', { animalType: true, areaPrefix: true }],
    ['date;activity;growing area;count', { animalType: true, areaPrefix: false }],
    ['date,Activity Type,Growing_Area,"Oyster type",count\r\n', { animalType: false, areaPrefix: false }],
    ['\uFEFFdate,activity,area,Species', { animalType: false, areaPrefix: false }],
  ])('%j', (text, gaps) => {
    expect(gapsOfHeader(text)).toEqual(gaps)
  })
})

test('UPL-3 what stands in a field that is not shown is not said; the space of a prefix is kept', () => {
  const written = { animalType: ' Pacific oyster ', areaPrefix: 'Site ' }
  expect(said(written, { animalType: true, areaPrefix: true })).toEqual({
    animalType: 'Pacific oyster',
    areaPrefix: 'Site ',
  })
  expect(said(written, { animalType: false, areaPrefix: false })).toEqual({ animalType: '', areaPrefix: '' })
  expect(said({ animalType: '', areaPrefix: '  ' }, { animalType: true, areaPrefix: true }).areaPrefix).toBe('')
})
