import { describe, expect, it } from 'vitest'
import type { FarmFigures } from '@/api'
import { ariaSort, asked, COLUMNS, daysDiffer, fileOf, inCell, turned } from './model'
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
    ])
  })
})
