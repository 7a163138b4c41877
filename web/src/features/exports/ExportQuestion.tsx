import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ExportQuery, errorMessage, exportsQuery, myUserQuery, requestExport, useFailure, useOnce } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import classes from './ExportDialog.module.css'
import type { ExportListener } from './model'

interface Props {
  farmId: string
  query: ExportQuery
  onClose: () => void
  listener: ExportListener
}

/** Asks whom to send the export to, and then says how that went. */
export default function ExportQuestion({ farmId, query, onClose, listener }: Props) {
  const { metric } = query
  const me = useQuery(myUserQuery)
  const [typed, setTyped] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [toldElsewhere, setToldElsewhere] = useState(false)
  const queryClient = useQueryClient()
  const ask = useOnce((asked: Parameters<typeof requestExport>[1], key) => requestExport(farmId, asked, key))
  const send = useMutation({
    mutationFn: (email: string) => ask({ ...query, email }),
    onSuccess: ({ message }) => {
      listener.onSent(metric, message)
      return queryClient.invalidateQueries({ queryKey: exportsQuery(farmId).queryKey })
    },
    onError: (error) => setToldElsewhere(listener.onFailed(metric, errorMessage(error))),
  })
  const { ref, message, fields } = useFailure(toldElsewhere ? null : send.error, ['email'])
  const email = typed ?? me.data?.email ?? ''

  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const to = email.trim()
    setMissing(!to)
    if (!to) return ref.current?.querySelector('input')?.focus()
    listener.onEmail(metric, to)
    send.mutate(to)
  }

  if (send.isSuccess) return <Sent message={send.data.message} email={send.variables} onClose={onClose} />
  return (
    <form ref={ref} onSubmit={submit} noValidate className={classes.form}>
      {message && <Notice kind="error">{message}</Notice>}
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        value={email}
        error={missing ? 'Enter an email address.' : fields.email}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setMissing(false)
        }}
      />
      <p className={classes.note}>The numbers come by email as a spreadsheet, or as a link if there are many.</p>
      <div className={classes.buttons}>
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={send.isPending}>
          Send
        </Button>
      </div>
    </form>
  )
}

function Sent({ message, email, onClose }: { message: string; email: string; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  return (
    <div className={classes.form}>
      <Notice kind="success">{message}</Notice>
      <p className={classes.note}>It will be sent to {email}. Follow its progress under Exports.</p>
      <div className={classes.buttons}>
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
