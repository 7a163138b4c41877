/** Asks the person to prove who they are; false if they decline. */
type Asker = () => Promise<boolean>

let asker: Asker | null = null

/** The app registers here how it asks; returns a function that undoes this. */
export function onProofRequired(ask: Asker): () => void {
  asker = ask
  return () => {
    asker = null
  }
}

/** Whether the server refuses a call until the person gives their password again, and they have. */
export async function provedNow(answer: Response): Promise<boolean> {
  if (answer.status !== 403 || !asker) return false
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  const wanted = typeof body === 'object' && body !== null && 'code' in body && body.code === 'proof-required'
  return wanted && asker()
}
