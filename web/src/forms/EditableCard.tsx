import { type ReactNode, Suspense } from 'react'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Saved } from '@/shared/ui/Saved'
import { Skeleton } from '@/shared/ui/Skeleton'
import classes from './EditableCard.module.css'
import { useKeptName } from './kept'
import { useEditMode } from './useEditMode'

/** What an edit form is given. */
export interface EditProps {
  onSaved: () => void
  onCancel: () => void
}

interface Props {
  title: string
  /** The name under which its draft is kept; if there is a draft, the panel opens with the form. */
  kept: string
  /** Left out if the panel is read-only. Its code loads on demand. */
  form?: (props: EditProps) => ReactNode
  children: ReactNode
}

/** A panel of the record that its form can replace (AFARM-5). */
export function EditableCard({ title, kept, form, children }: Props) {
  const mode = useEditMode(useKeptName(kept) !== null)
  const edit = form && !mode.editing && (
    <Button ref={mode.button} variant="plain" aria-label={`Edit ${title}`} onClick={mode.edit}>
      Edit
    </Button>
  )
  return (
    <div data-editing={mode.editing || undefined}>
      <Card title={title} action={edit}>
        {mode.saved && (
          <div className={classes.saved}>
            <Saved onDismiss={mode.view} />
          </div>
        )}
        {form && mode.editing ? (
          <Suspense fallback={<FormSkeleton />}>{form({ onSaved: mode.done, onCancel: mode.view })}</Suspense>
        ) : (
          children
        )}
      </Card>
    </div>
  )
}

function FormSkeleton() {
  return (
    <div role="status" className={classes.formSkeleton}>
      <span className="visually-hidden">Loading...</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
        <Skeleton key={place} height={44} shape="control" />
      ))}
    </div>
  )
}
