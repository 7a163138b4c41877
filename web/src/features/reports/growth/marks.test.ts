import { expect, test } from 'vitest'
import { marksBetween } from './marks'

test('an axis of single days is named on days that the calendar has', () => {
  expect(marksBetween('2025-11-17', '2026-02-03')).toEqual([
    { day: '2025-12-01', axis: 'Dec 2025', rank: 2 },
    { day: '2026-01-01', axis: 'Jan 2026', rank: 4 },
    { day: '2026-02-01', axis: 'Feb 2026', rank: 2 },
  ])
  expect(marksBetween('2026-01-31', '2026-02-28').map(({ axis }) => axis)).toEqual(['31 Jan 2026', '28 Feb 2026'])
  expect(marksBetween('2026-01-01', '2026-03-31').map(({ axis }) => axis)).toEqual(['Jan 2026', 'Feb 2026', 'Mar 2026'])
})
