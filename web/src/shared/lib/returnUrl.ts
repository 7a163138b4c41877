/** Only used to learn what a browser would make of a text; nothing is ever sent there. */
const BASE = 'https://here.invalid'

/**
 * The path to return to after sign-in, or null when the text is not a plain
 * path of this site. It is refused rather than repaired: other origins in every
 * disguise, control characters, and the sign-in pages themselves.
 */
export function safeReturnUrl(text: string | undefined): string | null {
  if (!text?.startsWith('/')) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from a URL, which turns /\t/evil into //evil.
  if (/[\u0000-\u001f\u007f\\]/.test(text)) return null
  if (/^\/(?:\/|%2f|%5c|%0[0-9a-f]|%1[0-9a-f])/i.test(text)) return null
  let url: URL
  try {
    url = new URL(text, BASE)
  } catch {
    return null
  }
  if (url.origin !== BASE || url.pathname.startsWith('//')) return null
  if (url.pathname === '/' || url.pathname === '/login' || url.pathname.startsWith('/login/')) return null
  return url.pathname + url.search
}
