import { type ComponentProps, createContext, type RefObject, useRef } from 'react'
import { Sheet } from '@/shared/ui/Sheet'

/** Where the form in a sheet leaves what to ask before closing. */
export const Closing = createContext<RefObject<(() => void) | null> | null>(null)

/** A sheet that holds a form: it asks before it closes over what was typed. */
export function FormSheet({ onClose, ...sheet }: Omit<ComponentProps<typeof Sheet>, 'place'>) {
  const closing = useRef<(() => void) | null>(null)
  return (
    <Closing value={closing}>
      <Sheet {...sheet} place="middle" onClose={() => (closing.current ?? onClose)()} />
    </Closing>
  )
}
