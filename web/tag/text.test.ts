import { expect, test } from 'vitest'
import { phoneLink, text, websiteLink } from './text'

test.each([
  ['stonypoint.example', 'https://stonypoint.example', 'stonypoint.example'],
  ['http://stonypoint.example/', 'http://stonypoint.example/', 'stonypoint.example'],
  ['HTTPS://Stony.example/a?b=c#d', 'HTTPS://Stony.example/a?b=c#d', 'Stony.example/a?b=c#d'],
  ['stony.example:8080/visit', 'https://stony.example:8080/visit', 'stony.example:8080/visit'],
  ['xn--hzre-8qa.example', 'https://xn--hzre-8qa.example', 'xn--hzre-8qa.example'],
  ['hütte.example', 'https://hütte.example', 'hütte.example'],
])('TAGP-5 website %s leads to %s', (value, href, label) => {
  expect(websiteLink(value)).toEqual({ href, label })
})

test.each([
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'JaVaScRiPt://stony.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://stony.example',
  '//evil.example',
  'https://good.example@evil.example',
  'good.example@evil.example',
  'https:\\\\evil.example',
  'https://stony.example/"onmouseover="alert(1)',
  'stony.example\u0000.evil',
  'just words',
  'localhost',
  `https://stony.example/${'a'.repeat(5000)}`,
])('TAGP-5 website %s is shown as text and not linked', (value) => {
  const link = websiteLink(value)
  expect(link?.href).toBeUndefined()
  expect(link?.label).not.toBe('')
})

test.each([
  ['+1 360 555 0142', 'tel:+13605550142'],
  ['(360) 555-0142', 'tel:3605550142'],
  ['360.555.0142 ext. 12', 'tel:3605550142;ext=12'],
  ['call Ada', undefined],
  ['12', undefined],
  ['360 555 0142;phone-context=evil', undefined],
  ['javascript:1', undefined],
])('TAGP-5 phone %s dials %s', (value, href) => {
  expect(phoneLink(value)?.href).toBe(href)
  expect(phoneLink(value)?.label).toBe(value)
})

test('TAGP-5 a missing phone or website is no line', () => {
  expect(phoneLink(' ')).toBeNull()
  expect(websiteLink(undefined)).toBeNull()
})

test.each([
  [null, ''],
  [undefined, ''],
  [12, '12'],
  [Number.NaN, ''],
  [' a\u0000b\u202e ', 'a b'],
  [['Ada', '', 'Ben'], 'Ada, Ben'],
  ['two\nlines', 'two\nlines'],
])('text of %j is %j', (value, shown) => {
  expect(text(value)).toBe(shown)
})
