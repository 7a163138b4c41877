import { type ComponentProps, createContext, type RefObject, useRef } from 'react'
import { Sheet } from '@/shared/ui/Sheet'

/** Where the form in a sheet leaves what closing asks first. */
export const Closing = createContext<RefObject<(() => void) | null> | null>(null)

/** A sheet that holds a form: it does not close over what was typed without asking. */
export function FormSheet({ onClose, ...sheet }: Omit<ComponentProps<typeof Sheet>, 'place'>) {
  const closing = useRef<(() => void) | null>(null)
  return (
    <Closing value={closing}>
      <Sheet {...sheet} place="middle" onClose={() => (closing.current ?? onClose)()} />
    </Closing>
  )
}
