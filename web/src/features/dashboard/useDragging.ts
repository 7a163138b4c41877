import { type RefObject, useEffect, useRef, useState } from 'react'

const EDGE_PX = 64
const SCROLL_PX = 16

interface Point {
  x: number
  y: number
}

/**
 * Which place in the list the pointer has reached. A neighbour gives way once
 * its middle is passed, so that items of different heights do not flicker.
 */
export function placeUnder(boxes: readonly DOMRect[], from: number, { x, y }: Point): number | null {
  const to = boxes.findIndex((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
  const [here, there] = [boxes[from], boxes[to]]
  if (!here || !there || to === from) return null
  const besides = there.top < here.bottom && there.bottom > here.top
  const passed = besides ? x - (there.left + there.width / 2) : y - (there.top + there.height / 2)
  return to > from === passed > 0 ? to : null
}

/** Scrolls the page while something is dragged to its edge. */
function scrollAlong(y: number) {
  if (y < EDGE_PX) window.scrollBy(0, -SCROLL_PX)
  if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX)
}

interface Dragging {
  list: RefObject<HTMLOListElement | null>
  /** The place of what is being dragged. */
  at: number | null
  grab: (index: number) => void
}

/** Moves the first `count` items of a list by mouse or touch; `onMove` must keep its identity. */
export function useDragging(count: number, onMove: (from: number, to: number) => void): Dragging {
  const list = useRef<HTMLOListElement>(null)
  const [at, setAt] = useState<number | null>(null)

  useEffect(() => {
    if (at === null) return
    const over = ({ clientX, clientY }: PointerEvent) => {
      scrollAlong(clientY)
      const items = [...(list.current?.children ?? [])].slice(0, count)
      const boxes = items.map((item) => item.getBoundingClientRect())
      const to = placeUnder(boxes, at, { x: clientX, y: clientY })
      if (to === null) return
      onMove(at, to)
      setAt(to)
    }
    const end = () => setAt(null)
    const ends = ['pointerup', 'pointercancel', 'blur'] as const
    window.addEventListener('pointermove', over)
    for (const name of ends) window.addEventListener(name, end)
    return () => {
      window.removeEventListener('pointermove', over)
      for (const name of ends) window.removeEventListener(name, end)
    }
  }, [at, count, onMove])

  return { list, at, grab: setAt }
}
