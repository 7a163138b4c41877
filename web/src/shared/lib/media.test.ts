import { afterEach, expect, test, vi } from 'vitest'
import { media } from './media'

/** As Chromium has it: whoever asks first after a change, the event or a reader, keeps it from the other. */
class ListOfChromium extends EventTarget {
  known = false
  now = false

  get matches() {
    this.known = this.now
    return this.known
  }

  frame() {
    if (this.known === this.now) return
    this.known = this.now
    this.dispatchEvent(Object.assign(new Event('change'), { matches: this.now }))
  }
}

afterEach(() => vi.unstubAllGlobals())

test('a page that is drawn in the moment of a change still hears of it', () => {
  const list = new ListOfChromium()
  vi.stubGlobal('matchMedia', () => list)
  const dark = media('(prefers-color-scheme: dark)')
  const heard = vi.fn()
  const stop = dark.subscribe(heard)

  list.now = true
  dark.matches()
  list.frame()
  expect(heard).toHaveBeenCalledTimes(1)
  expect(dark.matches()).toBe(true)

  stop()
  list.now = false
  list.frame()
  expect(heard).toHaveBeenCalledTimes(1)
  expect(dark.matches()).toBe(false)
})
