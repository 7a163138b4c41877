/** As a `ref`: what comes after a press whose button has gone gets the focus, once, and so is read out. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
