import { expect, test } from 'vitest'
import { namesIn, problemsOf } from '../scripts/style-lint.mjs'

const TOKENS = new Set(['--ink', '--recall', '--small'])
const problems = (declaration: string, file = 'src/x/Some.module.css') =>
  problemsOf(file, `.a { ${declaration} }`, TOKENS)

test.each([
  'color: #fff',
  'background: rgb(0 0 0 / 10%)',
  'border: 1px solid white',
  'color: var(--recall)',
  'color: var(--orange)',
  'font-size: 14px',
  'font: 700 1rem / 1.2 serif',
  'gap: 10px',
  'padding: 8px 20px',
  'margin: 0 -6px',
  'margin-top: 1em',
])('%s is refused', (declaration) => {
  expect(problems(declaration)).toHaveLength(1)
})

test.each([
  'color: var(--ink)',
  'font-size: var(--small)',
  'padding: 8px 16px 2px',
  'margin: 0 -16px auto',
  'width: 117px',
  'white-space: nowrap',
])('%s is fine', (declaration) => {
  expect(problems(declaration)).toEqual([])
})

test('only the sheets about recalls show the colour of a recall', () => {
  expect(problems('color: var(--recall)', 'src/x/RecallStrip.module.css')).toEqual([])
})

test('the sheet of the tokens has the colours', () => {
  expect(problems('--ink: #12283a', 'src/app/styles/tokens.css')).toEqual([])
})

test('names are found in style sheets and in components', () => {
  expect(namesIn("--a: 1px; style={{ '--b': 2 }}")).toEqual(['--a', '--b'])
})
