import { describe, expect, it } from 'vitest'
import type { FarmFigures } from '@/api'
import { ariaSort, asked, askedWords, COLUMNS, daysDiffer, fileOf, inCell, turned, wholeWords } from './model'
import { ACROSS_DEFAULTS, SORTED_BY } from './search'

const figures = { animals: 1234, harvest: 5, mortality: 7.054, intervalMortality: null, size: 62.476 }
const farm: FarmFigures = {
  farm: '1',
  name: 'Stony, Point',
  from: '2026-08-23',
  to: '2026-11-20',
  figures,
  areas: [{ leaseId: 'a', name: '=North', figures: { ...figures, animals: 1000 } }],
}

describe('SIDE-1 farms side by side', () => {
  it('begin with the most of a figure, and with the first name', () => {
    expect(turned('name', 'size')).toBe('-size')
    expect(turned('-size', 'size')).toBe('size')
    expect(turned('size', 'size')).toBe('-size')
    expect(turned('-size', 'name')).toBe('name')
    expect(turned('name', 'name')).toBe('-name')
    expect(ariaSort('-size', 'size')).toBe('descending')
    expect(ariaSort('size', 'size')).toBe('ascending')
    expect(ariaSort('size', 'animals')).toBeUndefined()
    expect(SORTED_BY).toHaveLength(2 * (1 + COLUMNS.length))
  })

  it('ask for both dates of a range of their own or for none', () => {
    const days = { from: '2026-01-01', to: '2026-02-01' }
    expect(asked({ ...ACROSS_DEFAULTS, dates: 'custom', ...days })).toMatchObject({
      dateRange: 'Custom',
      startDate: days.from,
      endDate: days.to,
    })
    expect(asked({ ...ACROSS_DEFAULTS, dates: 'custom', from: days.from })).toMatchObject({ dateRange: 'Last 90 days' })
    expect(asked({ ...ACROSS_DEFAULTS, dates: '7', ...days })).not.toHaveProperty('startDate')
  })

  it('ask about the lots of a filter, and as known on a day', () => {
    const search = { ...ACROSS_DEFAULTS, known: '2026-06-01', size: ['60 mm', 'seed, small'], animal: ['Kumamoto'] }
    expect(asked(search)).toMatchObject({
      knownOn: '2026-06-01',
      sizeLabel: ['60 mm', 'seed, small'],
      oysterType: ['Kumamoto'],
    })
    expect(asked(ACROSS_DEFAULTS)).not.toHaveProperty('knownOn')
    expect(askedWords({ ...search, name: 'bay' })).toBe(
      'Last 90 days. As known on 1 Jun 2026. Animal Type: Kumamoto. Size: 60 mm or seed, small. Farms named bay.',
    )
    expect(askedWords({ ...ACROSS_DEFAULTS, dates: 'custom', from: '2026-01-01', to: '2026-02-01' })).toBe(
      '1 Jan to 1 Feb 2026.',
    )
  })

  it('ask about the same days a year before', () => {
    const search = { ...ACROSS_DEFAULTS, before: 'year' } as const
    expect(asked(search)).toMatchObject({ lastYear: true })
    expect(asked(ACROSS_DEFAULTS)).not.toHaveProperty('lastYear')
    expect(askedWords(search)).toBe('Last 90 days. Beside each figure that of the same period last year.')
  })

  it('are a file with the year before in columns of their own', () => {
    const lastYear = { ...figures, animals: 1000, mortality: null }
    const before = { ...farm, lastYear, areas: [] }
    const [head, first, second] = fileOf([before, { ...farm, areas: [] }])
    expect(head?.slice(9)).toEqual([
      'Inventory, last year',
      'Harvest, last year',
      '% Mortality, last year',
      '% Interval Mortality, last year',
      'Average Size (mm), last year',
    ])
    expect(first?.slice(9)).toEqual([1000, 5, '', '', 62.48])
    expect(second?.slice(9)).toEqual(['', '', '', '', ''])
  })

  it('leave out of the sum what has no figures', () => {
    expect(wholeWords(5, 4, 0)).toBe('All that are counted')
    expect(wholeWords(5, 5, 0)).toBe('All 5 farms')
    expect(wholeWords(5, 5, 1)).toBe('4 farms with figures')
  })

  it('say their days where these differ', () => {
    expect(daysDiffer([farm, { ...farm, farm: '2' }])).toBe(false)
    expect(daysDiffer([farm, { ...farm, farm: '2', to: '2026-11-21' }])).toBe(true)
  })

  it('have the same words as the reports', () => {
    expect(COLUMNS.map(({ head }) => head)).toEqual([
      'Inventory',
      'Harvest',
      '% Mortality',
      '% Interval Mortality',
      'Average Size',
    ])
    expect(COLUMNS.map(({ key, unit }) => inCell(figures[key], unit))).toEqual(['1,234', '5', '7.05%', '–', '62.5'])
  })

  it('are a file with a line for each farm and growing area', () => {
    const { figures: _, ...waiting } = farm
    expect(fileOf([farm, { ...waiting, areas: [] }])).toEqual([
      [
        'Farm',
        'Growing area',
        'From',
        'To',
        'Inventory',
        'Harvest',
        '% Mortality',
        '% Interval Mortality',
        'Average Size (mm)',
      ],
      ['Stony, Point', '', '2026-08-23', '2026-11-20', 1234, 5, 7.05, '', 62.48],
      ['Stony, Point', '=North', '2026-08-23', '2026-11-20', 1000, 5, 7.05, '', 62.48],
      ['Stony, Point', '', '2026-08-23', '2026-11-20', '', '', '', '', ''],
    ])
  })
})
