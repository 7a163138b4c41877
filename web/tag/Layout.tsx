import type { ReactNode } from 'react'

/** What every page of this tree is given, whatever it shows. */
export interface Frame {
  product: string
  websiteUrl: string
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
  children: ReactNode
}

export function Layout({ frame, title, description, alert, recalled, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* A phone would take certificate and lot numbers for phone numbers. */}
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href={FAVICON} />
        <style>{frame.css}</style>
      </head>
      <body className={recalled ? 'recalled' : undefined}>
        {alert}
        <header>
          <a className="brand" href={frame.websiteUrl}>
            <Mark size={26} />
            {frame.product}
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

const SHELL = 'M13.2 2.2c4.9 0 8.3 3.7 8.3 8.8 0 6.2-4.7 10.8-10.6 10.8-5 0-8.4-3.4-8.4-8.2 0-6.5 4.6-11.4 10.7-11.4Z'
const RINGS = 'M7 14.6c0-4.3 2.9-7.3 6.9-7.4M11 15.8c0-2.6 1.7-4.4 4.1-4.5'

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
