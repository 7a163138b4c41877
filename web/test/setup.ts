import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { server } from './server'
import { unsaid } from './skeletons'

// The first look at a screen also compiles its lazy chunks, on machines that are busy.
configure({ asyncUtilTimeout: 15_000 })

// happy-dom's document is no instance of its own Document, by which the kit knows whether a dialog has the focus already.
Object.defineProperty(Document, Symbol.hasInstance, {
  configurable: true,
  value: (node?: Node) => node?.nodeType === Node.DOCUMENT_NODE,
})

// Nothing is laid out, and so nothing is out of sight.
Element.prototype.scrollIntoView ??= () => undefined

// Whoever waits without seeing is told so.
vi.mock('@/shared/ui/Skeleton', async (original) => (await import('./skeletons')).watched(await original()))

// A call that no handler expects is a fault of the test or of the code, never silence.
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  sessionStorage.clear()
  localStorage.clear()
  expect(unsaid.splice(0), 'loads without a word').toEqual([])
})
afterAll(async () => {
  server.close()
  // The files of a worker share its modules, and with them a chunk that this one stopped waiting for.
  await vi.dynamicImportSettled()
})
