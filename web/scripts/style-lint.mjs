// What Biome has no rule for: colours come from tokens.css, a recall's colour
// shows recalls alone, and the app's text and space keep to the scale of the
// design. The tag page has a larger one of its own: it is read at arm's length.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import postcss from 'postcss'

const TOKENS = 'src/app/styles/tokens.css'
/** A file about recalls, by its name; the page of a tag has one sheet, and one rule in it. */
const aboutRecalls = (file, selector) =>
  /\/Recall[^/]*$/.test(file) || (file === 'tag/tag.css' && /recall/.test(selector))

const RAW =
  /#[\da-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<![\w-])(white|black|red|green|blue|grey|gray|orange)(?![\w-])/i
const SPACED = /^(margin|padding)(-|$)|gap$/
/** By 1 or 2 px something is aligned by eye; all else is a step of the scale. */
const SPACES = new Set([0, 1, 2, 4, 8, 12, 16, 24, 32, 48])

function* problemsOfRule(file, rule) {
  // Where the page of a tag sets its tokens: it has no other sheet.
  const declares = file === TOKENS || (file === 'tag/tag.css' && rule.selector === ':root')
  for (const { type, prop, value } of rule.nodes) {
    if (type !== 'decl' || declares) continue
    if (RAW.test(value)) yield `${prop}: ${value} is a raw colour; take a token of ${TOKENS}`
    if (/var\(--(on-)?recall\)/.test(value) && !aboutRecalls(file, rule.selector))
      yield `${prop}: ${value} is a recall's alone (files named Recall*); what is wrong is --danger, what waits is --waiting`
    if (file.startsWith('tag/')) continue
    if (/^font(-size)?$/.test(prop) && /[\d.](px|rem|em|%|pt)/.test(value))
      yield `${prop}: ${value} is no size of the scale (var(--tiny) to var(--number))`
    if (SPACED.test(prop) && !prop.startsWith('scroll'))
      for (const [px, number] of value.matchAll(/(?<![\w.])-?([\d.]+)(?:px|rem|em)\b/g))
        if (!px.endsWith('px') || !SPACES.has(Number(number)))
          yield `${prop}: ${value} is off the scale of space (4, 8, 12, 16, 24, 32, 48)`
  }
}

/** What is wrong with a style sheet: a line and a sentence each. */
export function problemsOf(file, css, known) {
  const sheet = postcss.parse(css)
  const found = []
  sheet.walkRules((rule) => {
    for (const said of problemsOfRule(file, rule)) found.push(`${file}:${rule.source.start.line} ${said}`)
  })
  sheet.walkDecls((decl) => {
    for (const [, name] of decl.value.matchAll(/var\((--[\w-]+)\)/g))
      if (!known.has(name)) found.push(`${file}:${decl.source.start.line} ${name} is set nowhere`)
  })
  return found
}

/** The names that a style sheet or a component sets. */
export const namesIn = (text) => [...text.matchAll(/(--[\w-]+)['"]?\]?\s*:/g)].map(([, name]) => name)

function lint() {
  const files = ['src', 'tag'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`),
  )
  const read = (ending) => files.filter((file) => ending.test(file)).map((file) => [file, readFileSync(file, 'utf8')])
  const sheets = read(/\.css$/)
  const known = new Set([...sheets, ...read(/\.tsx$/)].flatMap(([, text]) => namesIn(text)))
  return sheets.flatMap(([file, css]) => problemsOf(file, css, known))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = lint()
  for (const one of found) console.error(one)
  if (found.length > 0) process.exitCode = 1
}
