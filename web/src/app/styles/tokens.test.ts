import { readdirSync, readFileSync } from 'node:fs'
import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
} from 'culori'
import postcss, { type Declaration, type Rule } from 'postcss'
import { describe, expect, test } from 'vitest'

// Vitest runs in the folder of the web.
const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
const rulesOf = (sheet: string) => postcss.parse(readFileSync(`src/${sheet}`, 'utf8'))

type Theme = Record<string, string>

function declared(selector: string): Theme {
  const found: Theme = {}
  rulesOf('app/styles/tokens.css').walkRules(selector, (rule) => {
    rule.walkDecls(/^--/, ({ prop, value }) => {
      found[prop] = value
    })
  })
  return found
}

const light = declared(':root')
const THEMES = { light, dark: { ...light, ...declared('[data-scheme="dark"]') } }

function colorOf(theme: Theme, token: string): string {
  const value = theme[token] ?? ''
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  return other ? colorOf(theme, other) : value
}

const VAR = /^var\((--[\w-]+)\)$/
const tokenIn = (rule: Rule, props: RegExp) => {
  const found = rule.nodes.findLast((node): node is Declaration => node.type === 'decl' && props.test(node.prop))
  return VAR.exec(found?.value ?? '')?.[1]
}

/** Text and ground of every rule of the app that sets both. */
function together(): [string, string][] {
  const pairs = new Map<string, [string, string]>()
  for (const sheet of sheets) {
    rulesOf(sheet).walkRules((rule) => {
      const [text, ground] = [tokenIn(rule, /^color$/), tokenIn(rule, /^background(-color)?$/)]
      if (text && ground) pairs.set(text + ground, [text, ground])
    })
  }
  return [...pairs.values()]
}

const TEXTS = ['--ink', '--muted', '--sea', '--danger', '--waiting', '--change']
const GROUNDS = ['--ground', '--surface']
const SOFT = ['--sea-soft', '--danger-soft', '--waiting-soft']
const SIZES = [1, 2, 3, 4, 5].map((step) => `--size-${step}`)
const SERIES = [1, 2, 3, 4].map((index) => `--series-${index}`)

const cross = (ones: string[], others: string[]) => ones.flatMap((a) => others.map((b): [string, string] => [a, b]))

const READ = [
  ...cross(TEXTS, [...GROUNDS, ...SOFT]),
  ['--on-recall', '--recall'] as [string, string],
  ['--print', '--paper'] as [string, string],
  ...together(),
]
// Charts stand on cards.
const SEEN = [...cross(['--field', '--recall'], GROUNDS), ...cross([...SIZES, ...SERIES, '--sea'], ['--surface'])]

describe.each(Object.entries(THEMES))('in the %s theme', (_, theme) => {
  const contrast = ([a, b]: [string, string]) => wcagContrast(colorOf(theme, a), colorOf(theme, b))
  const below = (pairs: [string, string][], least: number) =>
    pairs.filter((pair) => contrast(pair) < least).map((pair) => `${pair.join(' on ')}: ${contrast(pair).toFixed(2)}`)

  test('text is read at 4.5:1', () => {
    expect(READ.length).toBeGreaterThan(30)
    expect(below(READ, 4.5)).toEqual([])
  })

  test('borders of fields and marks of charts are seen at 3:1', () => {
    expect(below(SEEN, 3)).toEqual([])
  })
})

const SIGHTS = {
  'full sight': (color: ReturnType<typeof parse>) => color,
  protanopia: filterDeficiencyProt(1),
  deuteranopia: filterDeficiencyDeuter(1),
  tritanopia: filterDeficiencyTrit(1),
} as Record<string, ReturnType<typeof filterDeficiencyProt>>

const difference = differenceCiede2000()

/** The two that are the least different to anybody, in words. */
function worst(pairs: [string, string][]) {
  const all = Object.entries(THEMES).flatMap(([name, theme]) =>
    Object.entries(SIGHTS).flatMap(([sight, seen]) =>
      pairs.map(([a, b]) => {
        const [one, other] = [parse(colorOf(theme, a)), parse(colorOf(theme, b))]
        if (!one || !other) throw new Error(`${a} or ${b} is no colour`)
        return { difference: difference(seen(one), seen(other)), which: `${a}, ${b}, ${name}, ${sight}` }
      }),
    ),
  )
  return all.reduce((least, one) => (one.difference < least.difference ? one : least))
}

// Differences of CIEDE2000, each just below the worst there is. Dashes and textures tell the rest apart.
test('the series of a chart are told apart by everybody', () => {
  const pairs = SERIES.flatMap((a, index) => SERIES.slice(index + 1).map((b): [string, string] => [a, b]))
  const { difference, which } = worst(pairs)
  expect(difference, which).toBeGreaterThan(8.8)
})

test('neighbouring sizes are told apart by everybody', () => {
  const { difference, which } = worst(SIZES.slice(1).map((size, index) => [SIZES[index] ?? '', size]))
  expect(difference, which).toBeGreaterThan(5.5)
})
