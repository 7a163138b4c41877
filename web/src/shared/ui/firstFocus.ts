/**
 * A ref for what gets the focus first in a dialog. The browser looks for the
 * attribute when it opens one; an element that arrives later takes the focus itself.
 */
export function firstFocus(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
  element?.focus()
}
