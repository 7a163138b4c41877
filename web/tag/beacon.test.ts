// @vitest-environment node
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { transformWithOxc } from 'vite'
import { beforeAll, expect, test } from 'vitest'

let code = ''

beforeAll(async () => {
  code = (await transformWithOxc(readFileSync(new URL('./beacon.ts', import.meta.url), 'utf8'), 'beacon.ts')).code
})

/** Runs the beacon as a page would, up to and including the load event. */
function run(navigator: unknown, dataset: Record<string, string> | null) {
  const loaded: (() => void)[] = []
  const document = { currentScript: dataset && { dataset } }
  const addEventListener = (_: string, listener: () => void) => loaded.push(listener)
  runInNewContext(code, { document, navigator, addEventListener, Blob })
  for (const listener of loaded) listener()
}

test('TAGP-11 sends the event with farm name, farm id and tag id after load', async () => {
  const sent: [string, Blob][] = []
  run({ sendBeacon: (url: string, body: Blob) => sent.push([url, body]) }, { farm: 'Ada "&" Co', id: 'f1', tag: 't1' })
  expect(sent.length).toBe(1)
  const [url, body] = sent[0] as [string, Blob]
  expect(url).toBe('/api/pageview')
  expect(body.type).toBe('application/json')
  expect(JSON.parse(await body.text())).toEqual({
    event: 'Tag Pageview',
    farmName: 'Ada "&" Co',
    farmId: 'f1',
    tagId: 't1',
  })
})

test.each([
  [
    'is blocked',
    {
      sendBeacon: () => {
        throw new Error('blocked')
      },
    },
  ],
  ['does not exist', {}],
])('TAGP-11 nothing happens when the beacon %s', (_, navigator) => {
  expect(() => run(navigator, { farm: 'a', id: 'b', tag: 'c' })).not.toThrow()
  expect(() => run(navigator, null)).not.toThrow()
})
