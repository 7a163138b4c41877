import { type ReactNode, Suspense, useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Key } from '@/shared/lib/merge3'
import { Button } from '@/shared/ui/Button'
import { lazy } from '@/shared/ui/lazy'
import { Notice } from '@/shared/ui/Notice'
import type { Props as Meanwhile } from './ChangedMeanwhile'
import classes from './EditForm.module.css'
import { KeptNotice } from './KeptNotice'
import { LeaveQuestion } from './LeaveQuestion'
import type { Editing } from './useEditForm'

/** Most forms are sent without it. */
const ChangedMeanwhile = lazy(() => import('./ChangedMeanwhile')) as typeof import('./ChangedMeanwhile').default

interface Props<R extends FieldValues, A, V extends FieldValues> {
  form: Editing<R, A, V>
  /** The form's name, for those who cannot see it. */
  name: string
  /** What is being edited: 'farm'. */
  what?: string
  labelOf?: (key: Key<R>) => string
  /** A value as a person reads it. */
  textOf?: Meanwhile<R>['textOf']
  /** The label of the save button. */
  save?: string
  danger?: boolean
  /** It is not what the page is for: one button of a page is filled. */
  beside?: boolean
  /** True for a Cancel button, or what to show in its place. */
  cancel?: ReactNode
  /** This person cannot change any of it. */
  locked?: boolean
  /** It takes the focus when it appears, because the pressed button has gone. */
  takesFocus?: boolean
  /** In a sheet the buttons stay in sight, and Save comes last. */
  sheet?: boolean
  /** Says what went wrong in general even if it is shown beside an input too. */
  twice?: boolean
  children: ReactNode
}

/** What every form has around its inputs: what happened, Save and Cancel, and the question before anything is lost. */
export function EditForm<R extends FieldValues, A, V extends FieldValues>(props: Props<R, A, V>) {
  const { form, name, what = '', labelOf = String, textOf, save = 'Save', locked, takesFocus, sheet, children } = props
  const { ref, meanwhile, saving } = form
  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus, ref])
  const variant = props.danger ? 'danger' : props.beside ? 'plain' : 'primary'
  const said = props.twice || !form.saidBeside
  const trouble = said && form.message && <Notice kind="error">{form.message}</Notice>
  const cancel =
    props.cancel === true ? (
      <Button variant="plain" disabled={saving} onClick={form.guard.cancel}>
        Cancel
      </Button>
    ) : (
      props.cancel
    )
  return (
    <>
      <form
        ref={ref}
        aria-label={name}
        tabIndex={takesFocus ? -1 : undefined}
        noValidate
        className={classes.form}
        data-sheet={sheet || undefined}
        onSubmit={form.submit}
      >
        <div className={classes.body}>
          {form.restored && <KeptNotice onStartOver={form.startOver} />}
          {meanwhile && (
            <Suspense>
              <ChangedMeanwhile
                what={what}
                meanwhile={meanwhile}
                values={form.mine}
                labelOf={labelOf}
                textOf={textOf}
                onChoose={form.choose}
              />
            </Suspense>
          )}
          <fieldset disabled={saving || locked} className={classes.fields}>
            {children}
          </fieldset>
        </div>
        <div className={classes.foot} data-answer>
          {trouble}
          <div className={classes.buttons}>
            {sheet && cancel}
            <Button type="submit" variant={variant} disabled={locked} loading={saving}>
              {save}
            </Button>
            {!sheet && cancel}
          </div>
        </div>
      </form>
      <LeaveQuestion guard={form.guard} />
    </>
  )
}
