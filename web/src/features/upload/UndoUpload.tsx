import { Suspense, useState } from 'react'
import type { Upload } from '@/api'
import { FormSheet } from '@/forms'
import { Button } from '@/shared/ui/Button'
import { lazy } from '@/shared/ui/lazy'

const UndoForm = lazy(() => import('./UndoForm'))

interface Props {
  farmId: string
  upload: Upload
  /** Called with the upload that undoes this one. */
  onUndoing: (uploadId: string) => void
}

/** The way to take back all that a file recorded. */
export function UndoUpload(props: Props) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button variant="plain" onClick={() => setAsked(true)}>
        Undo this upload
      </Button>
      <FormSheet title="Undo this upload" open={asked} onClose={() => setAsked(false)}>
        <Suspense>{asked && <UndoForm {...props} onClose={() => setAsked(false)} />}</Suspense>
      </FormSheet>
    </>
  )
}
