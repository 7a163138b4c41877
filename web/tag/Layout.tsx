import type { ReactNode } from 'react'
import { RINGS, SHELL, WORDMARK, WORDMARK_BOX } from './brand'

/** What every page of this tree is given, whatever it shows. */
export interface Frame {
  product: string
  websiteUrl: string
  /** The language that the page speaks. */
  lang: string
  /** Inlined as it is: the server names its hash in the content security policy. */
  css: string
}

interface LayoutProps {
  frame: Frame
  title: string
  description: string
  /** First in the document, so that it is the first thing read out. */
  alert?: ReactNode
  /** Nothing but the warning is coloured. */
  recalled?: boolean
  /** The address of a picture, 1200 by 630, for those who show shared pages. */
  picture?: string
  /** The address of the largest thing on the page, which is fetched first. */
  photo?: string | null
  children: ReactNode
}

export function Layout({ frame, title, description, alert, recalled, picture, photo, children }: LayoutProps) {
  return (
    <html lang={frame.lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        {photo && <link rel="preload" as="image" href={photo} fetchPriority="high" />}
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        {/* A phone would take certificate and lot numbers for phone numbers. */}
        <meta name="format-detection" content="telephone=no" />
        {picture && (
          <>
            <meta property="og:type" content="website" />
            <meta property="og:title" content={title} />
            <meta property="og:description" content={description} />
            <meta property="og:image" content={picture} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <link rel="icon" href={FAVICON} />
        <style>{frame.css}</style>
      </head>
      <body className={recalled ? 'recalled' : undefined}>
        {alert}
        <header>
          <a className="brand" href={frame.websiteUrl}>
            <Mark size={26} />
            <svg className="wordmark" viewBox={WORDMARK_BOX} height="26" role="img" aria-label={frame.product}>
              <path d={WORDMARK} />
            </svg>
          </a>
          <a className="site" href={frame.websiteUrl}>
            {hostOf(frame.websiteUrl)}
          </a>
        </header>
        {children}
      </body>
    </html>
  )
}

/** A shell outline with two rings of growth. */
export function Mark({ size }: { size: number }) {
  return (
    <svg className="mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={SHELL} />
      <path d={RINGS} />
    </svg>
  )
}

// Inline, so that no browser asks for /favicon.ico; one green for light and dark tabs.
const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#159078" stroke-width="2.2" stroke-linecap="round"><path d="${SHELL}${RINGS}"/></svg>`,
)}`

function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/.*$/, '')
}
