import type { Text } from './page'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g
// Direction overrides can make a farm's or party's name read as another one.
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** What a person reads: trimmed, without control or direction characters, '' when absent. */
export function text(value: Text): string {
  if (Array.isArray(value)) return value.map(text).filter(Boolean).join(', ')
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (typeof value !== 'string') return ''
  return value.replace(CONTROL, ' ').replace(DIRECTION, '').trim()
}

/** The first of the values that has any text. */
export function firstText(...values: Text[]): string {
  for (const value of values) {
    const found = text(value)
    if (found !== '') return found
  }
  return ''
}

export interface Link {
  label: string
  /** Missing where the value is not safe or not possible to follow; it is then shown as text. */
  href?: string
}

const MAX_URL = 2048
const MAX_LABEL = 120
const SCHEME = /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i
const WEB = /^https?:\/\//i
// Host, optional port, then anything that cannot break out of a URL. No user
// part: 'https://known.example@other.example' leads to the second host. Letters
// are spelled out as ranges: the server's engine knows no \p{L} and would take
// it for the letters p and L without a word.
const TARGET =
  /^[a-z\d\u00a1-\uffff](?:[a-z\d\u00a1-\uffff.-]*[a-z\d\u00a1-\uffff])?\.[a-z\d\u00a1-\uffff-]+(?::\d{1,5})?(?:[/?#][^\s\\"'<>`]*)?$/i

/** A farm's website: http and https only, 'https://' put before an address without a scheme. */
export function websiteLink(value: Text): Link | null {
  const raw = text(value)
  if (raw === '') return null
  const label = shorten(raw.replace(WEB, '').replace(/\/$/, ''))
  const url = SCHEME.test(raw) ? raw : `https://${raw}`
  const followable =
    raw === value?.toString().trim() && url.length <= MAX_URL && WEB.test(url) && TARGET.test(url.replace(WEB, ''))
  return followable ? { label, href: url } : { label: shorten(raw) }
}

/** A phone number that can be dialled, or the text alone where it holds anything else. */
export function phoneLink(value: Text): Link | null {
  const label = shorten(text(value))
  if (label === '') return null
  const parts = /^(\+?)([\d\s().\-/]+?)(?:\s*(?:x|ext\.?)\s*(\d{1,6}))?$/i.exec(label)
  const digits = parts?.[2]?.replace(/\D/g, '') ?? ''
  if (!parts || digits.length < 3 || digits.length > 15) return { label }
  const extension = parts[3] ? `;ext=${parts[3]}` : ''
  return { label, href: `tel:${parts[1]}${digits}${extension}` }
}

function shorten(label: string): string {
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label
}
