// @vitest-environment node
import { Window } from 'happy-dom'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { farm, tag } from './fixtures'
import { tagView } from './model'
import type { TagData } from './page'
import { TagPage } from './TagPage'

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '</script><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</textarea><img src=x onerror=alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror=alert`1`//',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert(1)</script></svg>',
  '<math><mi xlink:href="javascript:alert(1)">',
  '<iframe src=javascript:alert(1)></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data=javascript:alert(1)>',
  '<embed src=javascript:alert(1)>',
  '<base href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css"</style>',
  '<form action=//evil.example><button>Go</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<a href="javascript:alert(1)">x</a>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  ']]><img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '` onmouseover=`alert(1)',
  '" autofocus onfocus=alert(1) x="',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '\u0000<\u0000script>alert(1)</script>',
  '＜script＞alert(1)＜/script＞<img src=x onerror=alert(1)>',
]

const frame = { product: 'Merroir', lang: 'en', websiteUrl: 'https://merroir.example', css: 'a{}' }

/** A page whose every text a stranger may have chosen is `value`. */
function page(value: string): string {
  const contact = {
    phone: value,
    website: value,
    address1: value,
    address2: value,
    city: value,
    state: value,
    zip: value,
    country: value,
  }
  const data: TagData = {
    farm: {
      ...farm,
      ...contact,
      _id: value,
      name: value,
      growerNames: value,
      cert: value,
      photo: value,
      labels: { species: value, harvest: value },
      distributorBrands: [{ brand: value, growingProcess: value, tastingNotes: value }],
    },
    tag: {
      ...tag,
      _id: value,
      brand: value,
      species: { value },
      sizeCull: value,
      sourceCert: value,
      harvestLocation: value,
      harvestDate: value,
      harvestTime: value,
      parcel: value,
      wetStorageLot: value,
      destination: value,
      item: { sizeCull: value },
    },
    rootTag: null,
    recall: value,
  }
  return `<!doctype html>${renderToStaticMarkup(<TagPage frame={frame} view={tagView('Merroir', data)} picture="/p" script="beacon()" />)}`
}

/** Every tag and its attribute names as they stand in the text, whatever a parser would forgive. */
function tags(html: string): string[] {
  return (html.match(/<[^>]*>?/g) ?? []).map((found) => found.replace(/="[^"]*"/g, ''))
}

/** Every element and its attribute names as a browser builds them. */
function elements(html: string): string[] {
  const parsed = new new Window().DOMParser().parseFromString(html, 'text/html')
  return [...parsed.querySelectorAll('*')].map((found) =>
    [found.tagName, ...found.getAttributeNames().sort()].join(' '),
  )
}

const harmless = page('plain words')

test('there are at least 40 payloads, each its own', () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(40)
})

test.each(PAYLOADS)('TAGP-5 TAGP-6 TAGP-7 %j creates no element and no attribute', (payload) => {
  const attacked = page(payload)
  expect(tags(attacked)).toEqual(tags(harmless))
  expect(elements(attacked)).toEqual(elements(harmless))
})
