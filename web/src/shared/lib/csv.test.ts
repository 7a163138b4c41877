import { describe, expect, test } from 'vitest'
import { csvName, toCsv } from './csv'

describe('EXP-2 a file that a spreadsheet reads and does not run', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['＝1+1', "'＝1+1"],
    [' =1', "' =1"],
    ['; =1', "'; =1"],
    ['plain', 'plain'],
    ['a=b', 'a=b'],
  ])('%j becomes %j', (cell, safe) => {
    expect(toCsv([[cell]])).toBe(`\uFEFF${safe}\r\n`)
  })

  test('quotes, commas and line breaks are quoted', () => {
    expect(toCsv([['a "b"', 'c,d', 'e\nf']])).toBe('\uFEFF"a ""b""","c,d","e\nf"\r\n')
    expect(toCsv([['\r=x']])).toBe('\uFEFF"\'\r=x"\r\n')
  })

  test('numbers stay numbers, also negative ones', () => {
    expect(toCsv([['Lost', -3, 2082]])).toBe('\uFEFFLost,-3,2082\r\n')
  })
})

test('a file name is made of letters of any script', () => {
  expect(csvName('Bahía / Ostiones', 'inventory', '2017-03-01')).toBe('bahía-ostiones-inventory-2017-03-01.csv')
  expect(csvName('牡蠣 養殖場', '% Yield')).toBe('牡蠣-養殖場-yield.csv')
})
