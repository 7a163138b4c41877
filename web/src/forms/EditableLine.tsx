import { type ReactNode, Suspense } from 'react'
import { Button } from '@/shared/ui/Button'
import { Loading } from '@/shared/ui/Skeleton'
import type { EditProps } from './EditableCard'
import classes from './EditableLine.module.css'
import { useKeptName } from './kept'
import { useEditMode } from './useEditMode'

interface Props {
  /** The name under which its draft is kept; if there is a draft, the form is open. */
  kept: string
  /** Left out if the sentence is read-only. Its code loads on demand. */
  form?: (props: EditProps) => ReactNode
  children: ReactNode
}

/** A sentence about a setting, which its form can replace. */
export function EditableLine({ kept, form, children }: Props) {
  const mode = useEditMode(useKeptName(kept) !== null)
  if (form && mode.editing) {
    return (
      <Suspense fallback={<Loading words="Loading..." height={160} shape="card" />}>
        {form({ onSaved: mode.view, onCancel: mode.view })}
      </Suspense>
    )
  }
  return (
    <p className={classes.line}>
      {children}{' '}
      {form && (
        <span className="no-print">
          <Button ref={mode.button} variant="quiet" onClick={mode.edit}>
            Change
          </Button>
        </span>
      )}
    </p>
  )
}
