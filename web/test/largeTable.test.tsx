import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { NumbersTable } from '@/features/reports/NumbersTable'

// Here nothing is laid out, so the part that scrolls is given a size.
beforeEach(() => {
  for (const [name, value] of [
    ['clientWidth', 1200],
    ['clientHeight', 560],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  }
})

/** Rows and columns, each number telling where it stands. */
function gridOf(rows: number, columns: number) {
  const numbers = (row: number) => Array.from({ length: columns }, (_, column) => row * 1000 + column)
  return {
    head: ['Day', ...Array.from({ length: columns }, (_, column) => `Lot ${column}`)],
    units: Array.from({ length: columns }, () => 'animals' as const),
    rows: Array.from({ length: rows }, (_, row) => ({ name: `Day ${row}`, numbers: numbers(row) })),
  }
}

test('200,000 values: the page holds those in sight, and says of how many', async () => {
  render(<NumbersTable caption="Living animals" grid={gridOf(400, 500)} />)
  const table = await screen.findByRole('table', { name: 'Living animals' })
  expect(table.getAttribute('aria-rowcount')).toBe('401')
  expect(table.getAttribute('aria-colcount')).toBe('501')
  expect(screen.getByText('400 rows and 500 columns. CSV has all of them.')).toBeTruthy()
  const row = within(table).getByRole('row', { name: /^Day 3 / })
  expect(row.getAttribute('aria-rowindex')).toBe('5')
  expect(within(row).getByText('3,002').getAttribute('aria-colindex')).toBe('4')
  expect(table.querySelectorAll('td, th').length).toBeLessThan(1000)
  expect(within(table).queryByText('Day 399')).toBeNull()
})

test('what fits is all there', () => {
  render(<NumbersTable caption="Living animals" grid={gridOf(500, 2)} />)
  expect(screen.getByText('Day 499')).toBeTruthy()
  expect(screen.getByRole('table').hasAttribute('aria-rowcount')).toBe(false)
})
