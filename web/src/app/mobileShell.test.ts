import { describe, expect, test, vi } from 'vitest'
import { parentOrigin, type ShellMessage, type ShellWindow, tellShell } from './mobileShell'

const MESSAGE: ShellMessage = { type: 'lease', farmId: 'farm-1', leaseId: 'All', name: 'All' }
const ALLOWED = ['https://app.example', 'https://shell.example']

function page(part: Partial<ShellWindow>): ShellWindow {
  return { parent: null, location: {}, document: { referrer: '' }, ...part }
}

/** A page in a frame, and what the page around it was sent. */
function framed(part: Partial<ShellWindow>) {
  const postMessage = vi.fn()
  return { postMessage, page: page({ parent: { postMessage }, ...part }) }
}

describe('SHELL-1 who is told', () => {
  test('the native shell, first of all', () => {
    const native = { postMessage: vi.fn() }
    const frame = framed({ ReactNativeWebView: native, location: { ancestorOrigins: ['https://app.example'] } })
    expect(tellShell(MESSAGE, frame.page, ALLOWED)).toBe(true)
    expect(JSON.parse(native.postMessage.mock.calls[0]?.[0])).toEqual(MESSAGE)
    expect(frame.postMessage).not.toHaveBeenCalled()
  })

  test.each([
    ['its own word', { location: { ancestorOrigins: ['https://shell.example', 'https://outer.example'] } }],
    ['the referrer', { document: { referrer: 'https://shell.example/farms/1?x=2' } }],
  ])('the page around, known by %s, at its very origin', (_, part) => {
    const frame = framed(part)
    expect(tellShell(MESSAGE, frame.page, ALLOWED)).toBe(true)
    expect(frame.postMessage.mock.calls).toEqual([[JSON.stringify(MESSAGE), 'https://shell.example']])
  })

  test.each([
    ['a page of another origin', { location: { ancestorOrigins: ['https://evil.example'] } }],
    ['a look-alike', { location: { ancestorOrigins: ['https://app.example.evil.example'] } }],
    ['another scheme', { location: { ancestorOrigins: ['http://app.example'] } }],
    ['an opaque origin', { location: { ancestorOrigins: ['null'] } }],
    [
      'a page that lies in its referrer',
      {
        location: { ancestorOrigins: ['https://evil.example'] },
        document: { referrer: 'https://app.example/' },
      },
    ],
    ['a page that keeps its origin back', {}],
  ])('S15 never %s', (_, part) => {
    const frame = framed(part)
    expect(tellShell(MESSAGE, frame.page, ALLOWED)).toBe(false)
    expect(frame.postMessage).not.toHaveBeenCalled()
  })

  test('S15 nobody, where no origin is allowed', () => {
    const frame = framed({ location: { ancestorOrigins: ['https://app.example'] } })
    expect(tellShell(MESSAGE, frame.page, [])).toBe(false)
    expect(frame.postMessage).not.toHaveBeenCalled()
  })

  test('nobody, where the page stands alone', () => {
    const alone = page({ document: { referrer: 'https://app.example/' } })
    alone.parent = alone
    expect(parentOrigin(alone)).toBeNull()
    expect(tellShell(MESSAGE, alone, ALLOWED)).toBe(false)
  })
})
