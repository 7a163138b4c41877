import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { beginFactorQuery, confirmFactor, errorMessage, useFailure } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { Field } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { Skeleton } from '@/shared/ui/Skeleton'
import classes from './SecondFactor.module.css'

const QrCode = lazy(() => import('./QrCode'))

interface Props {
  /** Gets the recovery codes of the second factor that is now in force. */
  onCodes: (codes: string[]) => void
  onCancel: () => void
}

/** The new secret, as a picture and as a text, and the code that shows that the app has it. */
export function SetUpFactor({ onCodes, onCancel }: Props) {
  const begin = useQuery(beginFactorQuery)
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => confirmFactor(code.trim()),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  const { ref, message, fields } = useFailure(confirm.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  const drawing = <Skeleton width={208} height={208} shape="control" />

  if (begin.isError) {
    return <Failure message={errorMessage(begin.error)} onRetry={() => begin.refetch()} retrying={begin.isFetching} />
  }
  return (
    <form ref={ref} className={classes.steps} aria-label="Set up the second factor" onSubmit={submit} noValidate>
      {message && <Notice kind="error">{message}</Notice>}
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
          <div role="status">
            <span className="visually-hidden">Loading...</span>
            {drawing}
          </div>
        )}
      </div>
      <p>
        <b>2.</b> Give the code that the app shows.
      </p>
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        disabled={confirm.isPending}
        value={code}
        error={fields.code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={confirm.isPending} disabled={!begin.data}>
          Switch on
        </Button>
        <Button variant="plain" disabled={confirm.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Easier to read off; apps take it with the spaces. */
function inFours(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
