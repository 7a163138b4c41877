import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { beginFactorQuery, confirmFactor } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { Failure } from '@/shared/ui/Failure'
import { Field } from '@/shared/ui/Field'
import { lazy } from '@/shared/ui/lazy'
import { Loading } from '@/shared/ui/Skeleton'
import { HoldCodes } from './HoldCodes'
import classes from './SecondFactor.module.css'
import { useSessionsEnded } from './useSessionsEnded'

const QrCode = lazy(() => import('./QrCode'))

const NO_CODE = { values: { code: '' }, version: 0 }

interface Props {
  /** Called with the recovery codes of the second factor, which is on now. */
  onCodes: (codes: string[]) => void
  onCancel: () => void
}

/** The new secret as a picture and as text, and the code that proves that the app has it. */
export function SetUpFactor({ onCodes, onCancel }: Props) {
  const begin = useQuery(beginFactorQuery)
  const sessionsEnded = useSessionsEnded()
  const form = useEditForm({
    name: null,
    record: NO_CODE,
    staying: 'free',
    send: (_, __, { values }) => confirmFactor(values.code.trim()),
    onAnswer: sessionsEnded,
    onSaved: (answer) => answer && onCodes(answer.recoveryCodes),
    onCancel,
  })
  const drawing = <Loading width={208} height={208} shape="control" />

  if (begin.isError) {
    return <Failure query={begin} />
  }
  return (
    <EditForm form={form} name="Set up the second factor" save="Switch on" beside cancel locked={!begin.data}>
      {form.saving && <HoldCodes />}
      <p>
        <b>1.</b> Scan this with an authenticator app on your phone, or type the key into it.
      </p>
      <div className={classes.secret}>
        {begin.data ? (
          <>
            <Suspense fallback={drawing}>
              <QrCode text={begin.data.url} label="QR code of the key" />
            </Suspense>
            <p className={classes.key}>
              <span>Key</span> <code>{inFours(begin.data.secret)}</code>
            </p>
          </>
        ) : (
          drawing
        )}
      </div>
      <p>
        <b>2.</b> Enter the code that the app shows.
      </p>
      <Field {...form.field('code')} label="Code" inputMode="numeric" autoComplete="one-time-code" />
    </EditForm>
  )
}

/** In groups of four, which are easier to copy; apps accept the spaces. */
function inFours(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
