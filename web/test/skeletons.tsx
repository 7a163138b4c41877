import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import type * as skeleton from '@/shared/ui/Skeleton'

/** Where something was loading, and no word said so. */
export const unsaid: string[] = []

/** The module of skeletons with a Skeleton that tells where it stood unsaid. */
export function watched(module: typeof skeleton): typeof skeleton {
  function Skeleton(props: ComponentProps<typeof module.Skeleton>) {
    const place = useRef<HTMLDivElement>(null)
    useLayoutEffect(() => {
      if (!place.current?.closest('[role=status], [aria-busy=true]'))
        unsaid.push(place.current?.parentElement?.outerHTML.slice(0, 300) ?? '')
    })
    return (
      <div ref={place}>
        <module.Skeleton {...props} />
      </div>
    )
  }
  return { ...module, Skeleton }
}
