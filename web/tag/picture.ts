import { RINGS, SHELL, WORDMARK } from './brand'
import type { TagView } from './model'

export const DO = 'Do not eat, serve or sell these oysters.'

/** What the server draws where the page is shared. */
export function pictureOf({ identity, harvest, oysters, recall }: TagView) {
  const warning = recall === null ? { recall: '', do: '' } : { recall: `PRODUCT RECALLED BY ${recall}`, do: DO }
  return { name: identity.name, oysters, harvest, ...warning, brand: { shell: SHELL, rings: RINGS, name: WORDMARK } }
}

/** Where it is. Whoever keeps pictures by their address asks for another one after a recall. */
export function pictureUrl(publicUrl: string, { pageview, recall }: TagView): string {
  return `${publicUrl}/tag-picture/${pageview.tagId}${recall === null ? '' : '?recalled'}`
}
