/** An error whose message is a sentence for a person. */
export class SpokenError extends Error {
  /** Trying again cannot help. */
  readonly final: boolean = false
}

/** A sentence for whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof SpokenError ? error.message : 'Something went wrong on this page. Try again.'
}
