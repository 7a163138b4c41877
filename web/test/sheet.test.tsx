import { act, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import SheetDialog from '@/shared/ui/SheetDialog'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** As a browser does: nothing inside of what is inert takes the focus. */
function honourInert() {
  const focus = HTMLElement.prototype.focus
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement, options) {
    if (!hidden(this)) focus.call(this, options)
  })
}

const hidden = (element: HTMLElement | null): boolean =>
  element !== null && (element.inert || element.ariaHidden === 'true' || hidden(element.parentElement))

test('gives the focus back even when a frame comes before the page behind is usable', async () => {
  honourInert()
  const page = document.body.appendChild(document.createElement('main'))
  let close: () => void
  function Page() {
    const [open, setOpen] = useState(false)
    close = () => setOpen(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Edit
        </button>
        {open && (
          <SheetDialog title="Edit it" open onClose={close}>
            <input aria-label="Size" />
          </SheetDialog>
        )}
      </>
    )
  }
  const root = createRoot(page)
  await act(async () => root.render(<Page />))
  const edit = page.querySelector('button') as HTMLButtonElement
  edit.focus()
  await act(async () => edit.click())
  expect(hidden(edit)).toBe(true)
  await act(async () => document.querySelector('input')?.focus())

  const seen: boolean[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => {
    queueMicrotask(() => {
      seen.push(hidden(edit))
      frame(0)
    })
    return 0
  })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  // Closed by an answer, not by a press: the library's clearing up comes after the frame.
  setTimeout(() => close())
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(edit))
  expect(seen[0]).toBe(true)
  root.unmount()
  page.remove()
})
