import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import button from './IconButton.module.css'
import type { SheetProps } from './Sheet'
import classes from './Sheet.module.css'

/**
 * The library hides the page behind from screen readers, but leaves out the attribute that says so. And where what
 * has the focus goes away, such as the button of a row that it removes, the dialog has it: keys go where the focus is.
 */
function modal(dialog: HTMLElement | null) {
  if (!dialog) return
  dialog.setAttribute('aria-modal', 'true')
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body) dialog.focus()
  })
  watch.observe(dialog, { childList: true, subtree: true })
  return () => watch.disconnect()
}

/**
 * Gives the focus back to what had it before. The library does so too, but in a
 * frame that can come before the page behind is usable again, and then in vain:
 * https://github.com/adobe/react-spectrum/issues/10610
 */
function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
      })
    },
    [before],
  )
}

/** The library's modal keeps the focus inside, returns it, and closes on Escape or a press outside. */
export default function SheetDialog({ title, open, onClose, place = 'bottom', wide, children }: SheetProps) {
  useFocusBack()
  return (
    <ModalOverlay isOpen={open} isDismissable onOpenChange={onClose} className={classes.overlay} data-place={place}>
      <Modal className={classes.sheet} data-wide={wide || undefined}>
        <Dialog ref={modal} className={classes.body}>
          <div className={classes.head}>
            <Heading slot="title" className={classes.title}>
              {title}
            </Heading>
            <button type="button" className={`${button.icon} ${classes.close}`} aria-label="Close" onClick={onClose}>
              <IconX size={22} aria-hidden />
            </button>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
