import { Suspense, useEffect, useState } from 'react'
import { onProofRequired, type User } from '@/api'
import { lazy } from '@/shared/ui/lazy'

const ProofDialog = lazy(() => import('./ProofDialog'))

/** On every signed-in page: asks for the password again for whichever call needs it, and passes the answer on. */
export function ProofAsker({ user }: { user: User }) {
  const [answer, setAnswer] = useState<((proved: boolean) => void) | null>(null)
  useEffect(
    () =>
      onProofRequired(async () => {
        // Loaded before it is shown, so that its first input has the focus.
        await ProofDialog.ahead()
        return new Promise((resolve) => setAnswer(() => resolve))
      }),
    [],
  )
  if (!answer) return null
  return (
    <Suspense>
      <ProofDialog
        user={user}
        onAnswer={(proved) => {
          answer(proved)
          setAnswer(null)
        }}
      />
    </Suspense>
  )
}
