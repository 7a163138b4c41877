// Makes the web app's types and the largest lengths of its fields from the
// server's document; with --check it fails where a file is stale.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const check = process.argv.includes('--check')
execFileSync(
  'node_modules/.bin/openapi-typescript',
  ['openapi/openapi.json', '-o', 'openapi/schema.d.ts', ...(check ? ['--check'] : [])],
  { stdio: 'inherit' },
)

const { schemas } = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')).components
const lines = ['// Made from openapi.json by scripts/generate.mjs: how many characters a field takes.']
for (const [name, schema] of Object.entries(schemas)) {
  const limits = Object.entries(schema.properties ?? {}).filter(([, property]) => property.maxLength)
  if (limits.length > 0)
    lines.push(
      `export const ${name} = { ${limits.map(([key, property]) => `${key}: ${property.maxLength}`).join(', ')} } as const`,
    )
}
const text = `${lines.join('\n')}\n`
if (!check) writeFileSync('openapi/limits.ts', text)
else if (readFileSync('openapi/limits.ts', 'utf8') !== text) {
  console.error('openapi/limits.ts is stale')
  process.exit(1)
}
