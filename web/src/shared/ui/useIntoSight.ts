import { type RefObject, useLayoutEffect } from 'react'

/**
 * Moves a list that scrolls sideways so that the chosen one of it is in its middle: when
 * another is `chosen`, and when the list gets its room, or another.
 */
export function useIntoSight(list: RefObject<HTMLElement | null>, selector: string, chosen: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes into sight whenever another is chosen.
  useLayoutEffect(() => {
    const { current } = list
    if (!current) return
    const move = () => {
      const at = current.querySelector(selector)?.getBoundingClientRect()
      const room = current.getBoundingClientRect()
      if (at) current.scrollLeft += at.left + at.width / 2 - (room.left + room.width / 2)
    }
    move()
    const watch = new ResizeObserver(move)
    watch.observe(current)
    return () => watch.disconnect()
  }, [list, selector, chosen])
}
