/** What index.html shows until the app has loaded: the header, and the sign-in form if that is the page. */
const boot = () => document.querySelector('.boot')

/** Returns what was typed into that form so far, and moves its focus to the same field of `form`. */
export function takeOver(form: HTMLFormElement | null): Record<string, string> {
  const inputs = [...(boot()?.querySelectorAll('input') ?? [])]
  const { name } = inputs.find((input) => input === document.activeElement) ?? {}
  if (name) form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  return Object.fromEntries(
    inputs.map(({ name, type, checked, value }) => [name, type !== 'checkbox' ? value : checked ? 'on' : '']),
  )
}

/** Whether Enter was pressed there, so that the form is to be sent as it stands; asked before the boot has ended. */
export const entered = () => booting() && document.documentElement.hasAttribute('data-entered')

export const booting = () => boot() !== null

export function endBoot(): void {
  boot()?.remove()
}
