import { type ComponentProps, type FormEvent, type ReactNode, type RefObject, useEffect } from 'react'
import { Button } from '@/shared/ui/Button'
import { KeptNotice } from '@/shared/ui/KeptNotice'
import { LeaveQuestion } from '@/shared/ui/LeaveQuestion'
import { Notice } from '@/shared/ui/Notice'
import classes from './Form.module.css'

interface Props {
  name: string
  /** It has back what was typed before a session ran out. */
  restored: boolean
  form: RefObject<HTMLFormElement | null>
  /** What went wrong in general. */
  message: string | null
  saving: boolean
  guard: ComponentProps<typeof LeaveQuestion>['guard'] & { cancel: () => void }
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

/** The form of an edit, with Save and Cancel. It gets the focus as it comes, for the button that was pressed has gone. */
export function EditForm({ name, restored, form, message, saving, guard, onSubmit, children }: Props) {
  useEffect(() => form.current?.focus(), [form])
  return (
    <>
      <form ref={form} className={classes.edit} aria-label={name} tabIndex={-1} noValidate onSubmit={onSubmit}>
        {restored && (
          <div className={classes.message}>
            <KeptNotice />
          </div>
        )}
        {message && (
          <div className={classes.message}>
            <Notice kind="error">{message}</Notice>
          </div>
        )}
        {children}
        <div className={classes.buttons}>
          <Button type="submit" loading={saving}>
            Save
          </Button>
          <Button variant="plain" disabled={saving} onClick={guard.cancel}>
            Cancel
          </Button>
        </div>
      </form>
      <LeaveQuestion guard={guard}>What you changed is not saved and would be lost.</LeaveQuestion>
    </>
  )
}
