import type { ReactElement } from 'react'
import { ErrorPage } from './ErrorPage'
import { markup } from './markup'
import { tagView } from './model'
import type { TagData } from './page'
import { pictureOf, pictureUrl } from './picture'
import { TagPage } from './TagPage'
import css from './tag.css?inline'
import { wordsOf } from './words'

// Put in by build.mjs: beacon.ts, compiled.
declare const TAG_SCRIPT: string

export { css }
export const script = TAG_SCRIPT

interface Site {
  product: string
  websiteUrl: string
}

type Input = Site & { lang?: string } & ({ data: TagData; publicUrl: string; picture: boolean } | { status: number })

/** One whole HTML document from one JSON text, or what the picture of a tag says as JSON. Throws rather than guess. */
export function render(json: string): string {
  const input = JSON.parse(json) as Input
  if ('data' in input && input.picture)
    return JSON.stringify(pictureOf(tagView(input.product, input.data, wordsOf(input.lang))))
  return `<!doctype html>${markup(page(input))}`
}

function page(input: Input): ReactElement {
  const words = wordsOf(input.lang)
  const frame = { product: input.product, websiteUrl: input.websiteUrl, css, lang: words.lang }
  if ('status' in input) return <ErrorPage frame={frame} words={words} status={input.status} />
  const view = tagView(input.product, input.data, words)
  return <TagPage frame={frame} view={view} picture={pictureUrl(input.publicUrl, view)} script={script} />
}
