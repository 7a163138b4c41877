import { type ReactNode, Suspense, useEffect } from 'react'
import { lazy } from './lazy'

const load = () => import('./SheetDialog')
const SheetDialog = lazy(load)

export interface SheetProps {
  title: string
  open: boolean
  /** Somebody wants it closed. It stays while `open` does, for a form that asks first. */
  onClose: () => void
  /** On a desk a question stands in the middle; on a phone every sheet comes from the bottom. */
  place?: 'bottom' | 'middle'
  /** More room on a desk, for a form with rows. */
  wide?: boolean
  children: ReactNode
}

/** A modal dialog. Its code comes after the page that may open one, so that it is there even when the line has gone. */
export function Sheet(props: SheetProps) {
  useEffect(() => void load().catch(() => undefined), [])
  return <Suspense>{props.open && <SheetDialog {...props} />}</Suspense>
}
