import { readdirSync, readFileSync } from 'node:fs'
import postcss from 'postcss'
import { expect, test } from 'vitest'

// What is shown where no style sheet of the app is loaded names its colours once more, and so do
// the first paint and the tab's icon the mark. Vitest runs in the folder of the web.

type Tokens = Record<string, string>

const whole = (hex: string) => hex.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')

/** The colours that the rules of a sheet set, the last one wins. */
function tokensOf(sheet: string, within: (selector: string, media: string) => boolean): Tokens {
  const found: Tokens = {}
  postcss.parse(readFileSync(sheet, 'utf8')).walkDecls(/^--/, ({ prop, value, parent }) => {
    if (parent?.type !== 'rule') return
    const { selector, parent: around } = parent as postcss.Rule
    const media = around?.type === 'atrule' ? (around as postcss.AtRule).params : ''
    if (within(selector, media)) found[prop] = value.startsWith('#') ? whole(value) : value
  })
  return found
}

const TOKENS = 'src/app/styles/tokens.css'
const LIGHT = tokensOf(TOKENS, (selector) => selector === ':root')
const DARK = { ...LIGHT, ...tokensOf(TOKENS, () => true) }
const ALL = new Set([...Object.values(LIGHT), ...Object.values(DARK)])

test.each([
  ['light', LIGHT, tokensOf('tag/tag.css', (selector, media) => selector === ':root' && media === '')],
  ['dark', DARK, tokensOf('tag/tag.css', (selector, media) => selector === ':root' && !media.startsWith('print'))],
])('the page of a tag has the colours of the app in the %s theme', (_, app, { '--serif': __, ...page }) => {
  expect(Object.keys(page).length).toBeGreaterThan(7)
  expect(page).toEqual(Object.fromEntries(Object.keys(page).map((name) => [name, app[name]])))
})

test('the picture of a shared tag has the colours of the light theme', () => {
  const drawn = readFileSync('../internal/site/picture_draw.go', 'utf8')
  const colours = [...drawn.matchAll(/^\t(\w+) += "(#\w{6})"$/gm)].map(([, name, hex]) => [name, hex])
  expect(colours.length).toBeGreaterThan(5)
  for (const [name, hex] of colours) expect(hex, name).toBe(LIGHT[name === 'white' ? '--on-recall' : `--${name}`])
})

test.each([
  'index.html',
  'src/app/mark.svg',
  ...readdirSync('../internal/mail/templates').map((name) => `../internal/mail/templates/${name}`),
])('%s has no colour of its own', (file) => {
  const colours = readFileSync(file, 'utf8').match(/#[\da-f]{6}\b/gi) ?? []
  expect(colours.map(whole).filter((colour) => !ALL.has(colour))).toEqual([])
})

test('the mark is one drawing wherever it stands', () => {
  const { Shell, Rings } = Object.fromEntries(
    [...readFileSync('brand/mark.go', 'utf8').matchAll(/(\w+) = "([^"]+)"/g)].map(([, name, path]) => [name, path]),
  )
  for (const file of ['index.html', 'src/app/mark.svg']) {
    const text = readFileSync(file, 'utf8')
    expect(text, file).toContain(`d="${Shell}"`)
    expect(text, file).toContain(`d="${Rings}"`)
  }
})

test('the app draws the mark and the name that its page has', () => {
  const page = readFileSync('index.html', 'utf8')
  const used = [...readFileSync('src/app/shell/Shell.tsx', 'utf8').matchAll(/<use href="#(\w+)"/g)].map(([, id]) => id)
  expect(used).toEqual(['mark', 'wordmark'])
  expect(page).toContain('<symbol id="mark"')
  expect(page).toContain('%WORDMARK%') // the build puts that one in (vite.config.ts)
})
