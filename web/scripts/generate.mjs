// Makes the web app's types and the limits of its fields from the server's
// document; with --check it fails where a file is stale.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const check = process.argv.includes('--check')
execFileSync(
  'node_modules/.bin/openapi-typescript',
  ['openapi/openapi.json', '-o', 'openapi/schema.d.ts', ...(check ? ['--check'] : [])],
  { stdio: 'inherit' },
)

const { components, paths } = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'))

/** The most that a value may have: characters, items, or its number. */
const mostOf = ({ maxLength, maxItems, maximum }) => maxLength ?? maxItems ?? maximum

function limitsOf(name, fields) {
  const limits = fields.filter(([, schema]) => mostOf(schema) !== undefined)
  if (limits.length === 0) return []
  return [
    `export const ${name} = { ${limits.map(([key, schema]) => `${key}: ${mostOf(schema)}`).join(', ')} } as const`,
  ]
}

/** Constants of the server's rules, which the document cannot say: what the web calls them, and where they are. */
const RULES = {
  farmRules: {
    lines: ['farm/lease.go', 'maxLines'],
    spots: ['farm/lease.go', 'MaxSpots'],
    listed: ['farm/public.go', 'maxListed'],
    perUser: ['farm/link.go', 'maxFarmsPerUser'],
  },
  marketRules: {
    leastTenthsOfMm: ['farm/market.go', 'minMarketSize'],
    mostTenthsOfMm: ['farm/market.go', 'maxMarketSize'],
  },
  seasonRules: {
    leastTenthsOfPercent: ['farm/season.go', 'minMark'],
    mostTenthsOfPercent: ['farm/season.go', 'maxMark'],
  },
  recordingRules: {
    text: ['ledger/ledger.go', 'MaxText'],
    note: ['ledger/ledger.go', 'maxNote'],
    parts: ['ledger/ledger.go', 'maxParts'],
    tenthsOfMm: ['ledger/ledger.go', 'MaxSize'],
    classTenthsOfMm: ['ledger/lengths.go', 'maxWidth'],
    animals: ['ledger/ledger.go', 'MaxAnimals'],
    price: ['ledger/facts.go', 'MaxPrice'],
  },
  priceRules: {
    money: ['paper/prices.go', 'maxPrice'],
    rolls: ['paper/prices.go', 'maxPerPack'],
    tags: ['paper/prices.go', 'maxTags'],
    percent: ['paper/prices.go', 'maxTaxRate'],
    printers: ['paper/prices.go', 'maxPrinters'],
  },
  dashboardRules: { squares: ['report/dashboard.go', 'maxSquares'] },
  groupRules: { permissionName: ['account/group.go', 'maxPermissionName'] },
  fileRules: { uploadBytes: ['rest/form.go', 'maxFile'], photoBytes: ['blob/photo.go', 'maxPhotoBytes'] },
}

function constantOf([file, name]) {
  const found = new RegExp(`^\\s*(?:const )?${name} *= *(\\d[\\d_]*)(?: << (\\d+))?`, 'm').exec(
    readFileSync(`../internal/${file}`, 'utf8'),
  )
  if (!found) throw new Error(`${file} has no constant ${name}`)
  return Number(found[1].replaceAll('_', '')) * 2 ** Number(found[2] ?? 0)
}

const camelCase = (id) => id.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
const operations = Object.values(paths).flatMap((path) => Object.values(path))

/** What is made, by its name. The addresses of all lists are read by every page's code, so their limits stand apart. */
const files = {
  limits: [
    '// Made by scripts/generate.mjs: the most that a field may have, and what the rules say.',
    ...Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
      limitsOf(name, Object.entries(properties)),
    ),
    ...Object.entries(RULES).map(([name, rules]) => {
      const limits = Object.entries(rules).map(([key, constant]) => `${key}: ${constantOf(constant)}`)
      return `export const ${name} = { ${limits.join(', ')} } as const`
    }),
  ],
  queryLimits: [
    '// Made by scripts/generate.mjs: the most that a parameter of a query may have.',
    ...operations.flatMap(({ operationId, parameters = [] }) => {
      const queries = parameters.filter((parameter) => parameter.in === 'query')
      return limitsOf(
        camelCase(operationId),
        queries.map(({ name, schema }) => [name, schema]),
      )
    }),
  ],
}
for (const [name, lines] of Object.entries(files)) {
  const file = `openapi/${name}.ts`
  const text = `${lines.join('\n')}\n`
  if (!check) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is stale`)
    process.exitCode = 1
  }
}
