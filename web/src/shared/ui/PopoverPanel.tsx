import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import classes from './Popover.module.css'

interface Props {
  name: string
  trigger: RefObject<HTMLElement | null>
  onOpen: (open: boolean) => void
  children: ReactNode
}

/** The library's popover places itself and closes on Escape or a press elsewhere; the page behind it stays usable. */
export default function PopoverPanel({ name, trigger, onOpen, children }: Props) {
  return (
    <Popover
      isOpen
      isNonModal
      shouldCloseOnInteractOutside={(element) => !trigger.current?.contains(element)}
      triggerRef={trigger}
      placement="bottom start"
      offset={6}
      containerPadding={16}
      onOpenChange={onOpen}
      className={classes.panel}
    >
      <Dialog aria-label={name} className={classes.content}>
        {children}
      </Dialog>
    </Popover>
  )
}
