import { useEffect, useState } from 'react'
import { type Colours, coloursOf } from './paint'

/** The theme's colours for what is painted; they follow the theme. */
export function useColours(): Colours {
  const [colours, setColours] = useState(() => coloursOf(document.documentElement))
  useEffect(() => {
    const watching = new MutationObserver(() => setColours(coloursOf(document.documentElement)))
    watching.observe(document.documentElement, { attributes: true, attributeFilter: ['data-scheme'] })
    return () => watching.disconnect()
  }, [])
  return colours
}
