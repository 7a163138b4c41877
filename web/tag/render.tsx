import './shims'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ErrorPage } from './ErrorPage'
import { tagView } from './model'
import type { TagData } from './page'
import { TagPage } from './TagPage'
import css from './tag.css?inline'

// Put in by build.mjs: beacon.ts, compiled.
declare const TAG_SCRIPT: string

export { css }
export const script = TAG_SCRIPT

interface Site {
  product: string
  websiteUrl: string
}

type Input = Site & ({ data: TagData } | { status: number })

/** One whole HTML document from one JSON text. Throws rather than guess. */
export function render(json: string): string {
  return `<!doctype html>${renderToStaticMarkup(page(JSON.parse(json) as Input))}`
}

function page(input: Input): ReactElement {
  const frame = { product: input.product, websiteUrl: input.websiteUrl, css }
  if ('status' in input) return <ErrorPage frame={frame} status={input.status} />
  return <TagPage frame={frame} view={tagView(input.product, input.data)} script={script} />
}
