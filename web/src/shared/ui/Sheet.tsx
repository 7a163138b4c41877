import { type ReactNode, Suspense, useEffect } from 'react'
import { lazy } from './lazy'

const load = () => import('./SheetDialog')
const SheetDialog = lazy(load)

export interface SheetProps {
  title: string
  open: boolean
  /** The person wants it closed. It stays while `open` is true, so that a form can ask first. */
  onClose: () => void
  /** On a desktop a question stands in the middle; on a phone every sheet comes up from the bottom. */
  place?: 'bottom' | 'middle'
  /** Wider on a desktop, for a form with rows. */
  wide?: boolean
  children: ReactNode
}

/** The page has what it asked for first by then, in milliseconds. */
const AFTER = 3000

/** A modal dialog. Its code loads after the page that can open one, so it is there even once the line has gone. */
export function Sheet(props: SheetProps) {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), AFTER)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{props.open && <SheetDialog {...props} />}</Suspense>
}
