import { vi } from 'vitest'

/** What the browser is told to save from now on, each file with its name. */
export function savedFiles(): { name: string; file: Blob }[] {
  const made = new Map<string, Blob>()
  const saved: { name: string; file: Blob }[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const address = `blob:${made.size}`
    made.set(address, file as Blob)
    return address
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = made.get(this.getAttribute('href') ?? '')
    if (file) saved.push({ name: this.download, file })
  })
  return saved
}
