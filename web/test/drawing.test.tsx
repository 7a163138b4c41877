import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Drawing } from '@/features/reports/Drawing'
import { type Chart, plotOf } from '@/features/reports/plot'

const NAMES = ['Sep', 'Oct', 'Nov'].map((axis, at) => ({ axis, brief: axis, full: axis, rank: 2, part: at === 2 }))
const SERIES = Array.from({ length: 8 }, (_, at) => ({ key: `${at}`, label: `Line ${at}`, values: [5, 6, at + 1] }))

function drawn(part: Partial<Chart>): Element[] {
  const chart = { names: NAMES, series: SERIES, unit: 'animals', layers: false, ...part } as Chart
  const plot = plotOf(chart, { width: 700, height: 283 })
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <svg aria-hidden="true">
      <Drawing plot={plot} series={SERIES} layers={chart.layers} fill="fill" />
    </svg>,
  )
  return [...page.querySelectorAll('path')]
}

test('of eight layers no two look alike in a column that is a part', () => {
  const parts = drawn({ layers: true }).filter((path) => path.hasAttribute('data-part'))
  expect(new Set(parts.map((path) => path.getAttribute('fill'))).size).toBe(8)
})

test('of eight lines of the year before no two look alike', () => {
  const before = drawn({ before: SERIES }).filter((path) => path.hasAttribute('data-before'))
  const looks = before.map(
    (path) => `${path.closest('g')?.getAttribute('stroke')} ${path.getAttribute('stroke-dasharray')}`,
  )
  expect(new Set(looks).size).toBe(8)
})
