import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  addSchedule,
  type ExportQuery,
  type Farm,
  myUserQuery,
  type Rhythm,
  schedulesQuery,
  useFailure,
  useOnce,
} from '@/api'
import { formatDay } from '@/shared/lib/days'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { PillSelect } from '@/shared/ui/PillSelect'
import classes from '../ExportDialog.module.css'
import { daysOf, HOURS, MOVING, RHYTHMS, rangeOf, regular, rhythmWords } from './model'
import own from './Schedules.module.css'

interface Props {
  farm: Farm
  query: ExportQuery
  onClose: () => void
}

const MORNING: Rhythm = { every: 'week', on: 1, at: 7 }

/** Asks when and to whom an export is to be mailed by itself, and says when it begins. */
export default function ScheduleQuestion({ farm, query, onClose }: Props) {
  const me = useQuery(myUserQuery)
  const [typed, setTyped] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [rhythm, setRhythm] = useState(MORNING)
  const [chosen, setChosen] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const ask = useOnce((asked: Parameters<typeof addSchedule>[1], key) => addSchedule(farm._id, asked, key))
  const begins = rangeOf(query, rhythm.every)
  const range = begins && (chosen ?? begins)
  const add = useMutation({
    mutationFn: (email: string) => ask({ ...regular(query, range), ...rhythm, email }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: schedulesQuery(farm._id).queryKey }),
  })
  const { ref, message, fields } = useFailure(add.error)
  const email = typed ?? me.data?.email ?? ''

  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const to = email.trim()
    setMissing(!to)
    if (!to) return ref.current?.querySelector('input')?.focus()
    add.mutate(to)
  }

  if (add.data) {
    return (
      <Begun onClose={onClose}>
        It is mailed to {add.data.email} {rhythmWords(add.data)}, the first time on {formatDay(add.data.next ?? '')}.
      </Begun>
    )
  }
  return (
    <form ref={ref} onSubmit={submit} noValidate className={classes.form}>
      {message && <Notice kind="error">{message}</Notice>}
      <div className={own.rhythm}>
        <PillSelect
          label="Every"
          value={rhythm.every}
          choices={RHYTHMS}
          onChange={(every) => setRhythm({ ...MORNING, every, at: rhythm.at })}
        />
        <PillSelect
          label="Day"
          value={String(rhythm.on)}
          choices={daysOf(rhythm.every)}
          onChange={(on) => setRhythm({ ...rhythm, on: Number(on) })}
        />
        <PillSelect
          label="At"
          value={String(rhythm.at)}
          choices={HOURS}
          onChange={(at) => setRhythm({ ...rhythm, at: Number(at) })}
        />
        {range && (
          <PillSelect
            label="Dates"
            value={range}
            choices={MOVING.map((label) => ({ value: label, label }))}
            onChange={setChosen}
          />
        )}
      </div>
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
      <p className={classes.note}>Each mail has a link that stops it, without signing in.</p>
      <div className={classes.buttons}>
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={add.isPending}>
          Schedule
        </Button>
      </div>
    </form>
  )
}

function Begun({ children, onClose }: { children: React.ReactNode; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  return (
    <div className={classes.form}>
      <Notice kind="success">Your export is scheduled.</Notice>
      <p className={classes.note}>{children} See it under Exports.</p>
      <div className={classes.buttons}>
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
