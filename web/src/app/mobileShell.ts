import { config } from '@/shared/lib/config'

/**
 * What a mobile shell around the reports is told, as JSON (docs/mobile-shell.md).
 * Nothing else is ever sent, least of all the session token.
 */
export type ShellMessage =
  | {
      type: 'lease'
      farmId: string
      /** The leaseId of the chosen growing area, or 'All'. */
      leaseId: string
      name: string
    }
  | { type: 'exportEmail'; farmId: string; metric: string; email: string }
  | { type: 'exportResult'; farmId: string; metric: string; ok: boolean; message: string }

interface NativeBridge {
  postMessage: (text: string) => void
}

/** The part of a window that this file uses; tests pass their own. */
export interface ShellWindow {
  parent: unknown
  location: { ancestorOrigins?: ArrayLike<string> }
  document: { referrer: string }
  ReactNativeWebView?: NativeBridge
}

/** The origin of the page around this one; null if there is none, or if the browser withholds it. */
export function parentOrigin(page: ShellWindow): string | null {
  if (page.parent === page) return null
  const told = page.location.ancestorOrigins?.[0]
  if (told) return told
  try {
    return new URL(page.document.referrer).origin
  } catch {
    return null
  }
}

/**
 * Tells the shell: the native one if there is one, otherwise the page around
 * this one if its origin is allowed. False if there is nobody to tell.
 */
export function tellShell(
  message: ShellMessage,
  page: ShellWindow = window as unknown as ShellWindow,
  allowed: readonly string[] = config.shellOrigins,
): boolean {
  const text = JSON.stringify(message)
  if (page.ReactNativeWebView) {
    page.ReactNativeWebView.postMessage(text)
    return true
  }
  const origin = parentOrigin(page)
  if (!origin || !allowed.includes(origin)) return false
  const parent = page.parent as Pick<Window, 'postMessage'>
  parent.postMessage(text, origin)
  return true
}
