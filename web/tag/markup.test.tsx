// @vitest-environment node
import { memo, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorPage } from './ErrorPage'
import { clean, farm, tag } from './fixtures'
import { markup } from './markup'
import { tagView } from './model'
import type { TagData } from './page'
import { TagPage } from './TagPage'
import { wordsOf } from './words'

const HOSTILE = ['plain', '', '<b>&amp;"\'`</b>', '</script><script>', '\u0000\u2028é🦪', '0', '  two  lines\n']

const PHOTO = /<link rel="preload"[^>]*>/

function same(page: ReactElement) {
  const [react, ours] = [renderToStaticMarkup(page), markup(page)]
  // React puts the photo first by itself, and again.
  expect(ours.replace(PHOTO, '')).toBe(react.replace(new RegExp(PHOTO, 'g'), ''))
  expect(PHOTO.exec(ours)?.[0]).toBe(PHOTO.exec(react)?.[0])
}

const languages = ['en', 'es', 'fr']

test.each(languages)('what React renders of a tag in %s is what we render', (lang) => {
  const words = wordsOf(lang)
  const frame = { product: 'Merroir', lang, websiteUrl: 'https://merroir.example/a?b=1&c', css: 'a>b{color:"red"}' }
  const show = (data: TagData) =>
    same(<TagPage frame={frame} view={tagView('Merroir', data, words)} picture="/p?a&b" script={'let a=1>0&&"x"'} />)
  for (const recall of [null, ...HOSTILE.filter((text) => text.trim())])
    for (const text of HOSTILE)
      for (const photo of ['', '/photos/a.jpg']) {
        show({ ...clean, recall })
        show({
          farm: { ...farm, name: text, phone: text, website: text, photo },
          tag: { ...tag, brand: text, takenBack: text },
          rootTag: null,
          recall,
        })
      }
  show({ farm: null, tag: {}, rootTag: null, recall: null })
  for (const status of [404, 500]) same(<ErrorPage frame={frame} words={words} status={status} />)
})

test('what is not known is refused, and no script can end', () => {
  const Memo = memo(() => null)
  for (const wrong of [
    <Memo key="1" />,
    <p key="2" onCopy={() => {}} />,
    <p key="3" hidden />,
    <style key="4">{'</style>'}</style>,
    <script key="5">{'<!--'}</script>,
  ])
    expect(() => markup(wrong)).toThrow()
  expect(() => markup({} as never)).toThrow()
})
