import { useEffect, useState } from 'react'
import { type Colours, coloursOf } from './paint'

/** The colours of the current theme, for painting. */
export function useColours(): Colours {
  const [colours, setColours] = useState(() => coloursOf(document.documentElement))
  useEffect(() => {
    const watching = new MutationObserver(() => setColours(coloursOf(document.documentElement)))
    watching.observe(document.documentElement, { attributes: true, attributeFilter: ['data-scheme'] })
    return () => watching.disconnect()
  }, [])
  return colours
}
