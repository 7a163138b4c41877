/** How browsers and the bundler say that a part of the app's code did not come. */
const MISSING = /dynamically imported module|module script failed|Importing a module|Unable to preload CSS/i

export function isMissing(error: unknown): boolean {
  return error instanceof Error && MISSING.test(error.message)
}

const AGAIN_MS = 1_000

/** Code that does not come is asked for once more, in silence. */
export async function asked<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    return load()
  }
}

/** Does the server answer? Code that does not come although it does is gone: a release has taken its place. */
export function serverAnswers(): Promise<boolean> {
  // biome-ignore lint/style/noRestrictedGlobals: asks for nothing but an answer.
  return fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
