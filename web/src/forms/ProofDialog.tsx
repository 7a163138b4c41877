import { Suspense, useEffect, useState } from 'react'
import { onProofRequired } from '@/api'
import { lazy } from '@/shared/ui/lazy'
import { FormSheet } from './FormSheet'
import type { Asked } from './ProofForm'

const ProofForm = lazy(() => import('./ProofForm'))

/** Asks for the password again, and the code, when the server wants proof that it is the user who is there. */
export function ProofDialog(props: Asked) {
  /** Passes the answer to whoever is waiting for it. */
  const [answer, setAnswer] = useState<((proved: boolean) => void) | null>(null)
  // It is there before it is asked for, so that its first input has the focus.
  useEffect(() => void ProofForm.ahead().catch(() => undefined), [])
  useEffect(() => onProofRequired(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  const close = (proved: boolean) => {
    answer?.(proved)
    setAnswer(null)
  }
  return (
    <FormSheet title="Is it you?" open={answer !== null} onClose={() => close(false)}>
      <Suspense>
        <ProofForm {...props} onProved={() => close(true)} onCancel={() => close(false)} />
      </Suspense>
    </FormSheet>
  )
}
