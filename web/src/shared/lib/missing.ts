/** How browsers and the bundler say that part of the app's code failed to load. */
const MISSING = /dynamically imported module|module script failed|Importing a module|Unable to preload CSS/i

export function isMissing(error: unknown): boolean {
  return error instanceof Error && MISSING.test(error.message)
}

const AGAIN_MS = 1_000

/** Code that fails to load is asked for once more, silently. */
export async function asked<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    return load()
  }
}

/** Whether the server answers. If it does and code still fails to load, that code is gone: a release has replaced it. */
export function serverAnswers(): Promise<boolean> {
  // biome-ignore lint/style/noRestrictedGlobals: asks for nothing but an answer.
  return fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
