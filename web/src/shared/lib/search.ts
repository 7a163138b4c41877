/** A query string as plain values: a key that repeats becomes a list, everything is text. */
export type RawSearch = Record<string, string | string[]>

export function parseSearch(text: string): RawSearch {
  const search: RawSearch = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const before = search[key]
    if (before === undefined) search[key] = value
    else search[key] = Array.isArray(before) ? [...before, value] : [before, value]
  }
  return search
}

/** The reverse of parseSearch. Undefined, null and empty values are left out; a list repeats its key. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(key, String(one))
    }
  }
  const text = params.toString().replaceAll('%2F', '/').replaceAll('%3A', ':')
  return text ? `?${text}` : ''
}
