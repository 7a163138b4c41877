import { RINGS, SHELL, WORDMARK } from './brand'
import type { TagView } from './model'
import { recalledInEnglish } from './words'

/** What the server draws where the page is shared. */
export function pictureOf({ words, identity, harvest, oysters, recall }: TagView) {
  const warning =
    recall === null
      ? { recall: '', recallHere: '', do: '' }
      : { recall: recalledInEnglish(recall), recallHere: words.recalledBy(recall), do: words.notToEat }
  return { name: identity.name, oysters, harvest, ...warning, brand: { shell: SHELL, rings: RINGS, name: WORDMARK } }
}

/** Where it is. Whoever keeps pictures by their address asks for another one after a recall, and for each language. */
export function pictureUrl(publicUrl: string, { words, pageview, recall }: TagView): string {
  const query = [recall !== null && 'recalled', words.lang !== 'en' && `lang=${words.lang}`].filter(Boolean).join('&')
  return `${publicUrl}/tag-picture/${pageview.tagId}${query && `?${query}`}`
}
