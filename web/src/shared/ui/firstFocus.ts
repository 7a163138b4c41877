/**
 * For the ref of what has the focus first in a dialog: the browser looks for the
 * attribute as it opens one, and what comes later takes the focus itself.
 */
export function firstFocus(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
  element?.focus()
}
