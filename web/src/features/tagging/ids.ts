/** The id of a tag in what was typed, pasted or scanned: alone, or in the address of its page; null if there is none. */
export function idIn(text: string): string | null {
  const [, id = null] = /(?:^|\/tag\/)([0-9a-f]{24})(?:$|[/?#])/.exec(text.trim().toLowerCase()) ?? []
  return id
}
