import type { ReactNode } from 'react'
import { ApiError } from '@/api'
import { type Editing, KeptNotice } from '@/forms'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import { SendBar } from '@/shared/ui/SendBar'
import classes from './Tagging.module.css'
import { isEarly, type Sendable, tookBefore, unanswered } from './useTaking'

interface Props<D extends Sendable, A> {
  form: Editing<D, A, D> & { confirm: () => void }
  /** What will be recorded. */
  says: string | null
  save: string
  /** What is sent is not all read yet. */
  reading?: boolean
  children: ReactNode
}

/** What the forms of all events have around their inputs. */
export function TaggingForm<D extends Sendable, A>({ form, says, save, reading = false, children }: Props<D, A>) {
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <fieldset className={classes.form} disabled={form.saving}>
        {form.restored && <KeptNotice onStartOver={form.startOver} />}
        {children}
        <SendBar
          trouble={<Trouble form={form} />}
          says={unanswered(form.values)?.says ?? says}
          label={save}
          loading={form.saving || reading}
        />
      </fieldset>
    </form>
  )
}

const UNANSWERED = 'It may have got through. What you typed is kept: send it again, nothing is recorded twice.'

function Trouble<D extends Sendable, A>({ form }: Pick<Props<D, A>, 'form'>) {
  if (form.failure instanceof ApiError && isEarly(form.failure)) {
    const times = [...new Set(Object.values(form.failure.fieldErrors))]
    return (
      <Notice kind="info">
        Nothing was recorded yet. {times.join(' ')} Is that right?{' '}
        <Button variant="plain" type="submit" onClick={form.confirm}>
          Record it anyway
        </Button>
      </Notice>
    )
  }
  const { passing } = form.failure instanceof ApiError ? form.failure : { passing: false }
  if (unanswered(form.values) && !form.saving && (passing || !form.message)) {
    return <Notice kind="error">{[form.message, UNANSWERED].filter(Boolean).join(' ')}</Notice>
  }
  if (!form.message) return null
  return (
    <Notice kind="error">
      {tookBefore(form.failure)
        ? 'Your earlier attempt did get through: see the tags. What you have changed since was not taken; send it again if it is something new.'
        : `${form.message} What you typed is kept.`}
    </Notice>
  )
}
