import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  addSchedule,
  changeSchedule,
  type ExportQuery,
  type Farm,
  myUserQuery,
  type Rhythm,
  type Schedule,
  schedulesQuery,
  useFailure,
  useOnce,
} from '@/api'
import { formatDay } from '@/shared/lib/days'
import { AreaSelect } from '@/shared/ui/AreaSelect'
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
  /** The one that is to be changed; a new one where there is none. */
  schedule?: Schedule
  onClose: () => void
}

const MORNING: Rhythm = { every: 'week', on: 1, at: 7 }

/** Asks when and to whom an export is to be mailed by itself, and says when it begins. */
export default function ScheduleQuestion({ farm, query, schedule, onClose }: Props) {
  const me = useQuery(myUserQuery)
  const [typed, setTyped] = useState<string | null>(schedule?.email ?? null)
  const [missing, setMissing] = useState(false)
  const [rhythm, setRhythm] = useState<Rhythm>(schedule ?? MORNING)
  const [area, setArea] = useState(farm.leases.find(({ leaseId }) => leaseId === query.activeLease)?.leaseId ?? '')
  const [chosen, setChosen] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const ask = useOnce((asked: Parameters<typeof addSchedule>[1], key) => addSchedule(farm._id, asked, key))
  const begins = rangeOf(query, rhythm.every)
  const range = begins && (chosen ?? begins)
  const add = useMutation({
    mutationFn: (email: string) => {
      const { every, on, at } = rhythm
      const asked = { ...regular(query, range), every, on, at, email }
      return schedule ? changeSchedule(farm._id, schedule._id, { ...asked, activeLease: area || 'All' }) : ask(asked)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: schedulesQuery(farm._id).queryKey }),
  })
  const { ref, message, fields } = useFailure(add.error, ['email'])
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
      <Begun said={schedule ? 'The schedule is changed.' : 'Your export is scheduled.'} onClose={onClose}>
        It is mailed to {add.data.email} {rhythmWords(add.data)}
        {add.data.next
          ? `, the ${schedule ? 'next' : 'first'} time on ${formatDay(add.data.next)}`
          : ', once it is resumed'}
        .{!schedule && ' See it under Exports.'}
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
        {schedule && <AreaSelect leases={farm.leases} value={area} onChange={setArea} />}
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
          {schedule ? 'Save' : 'Schedule'}
        </Button>
      </div>
    </form>
  )
}

function Begun({ said, children, onClose }: { said: string; children: React.ReactNode; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  return (
    <div className={classes.form}>
      <Notice kind="success">{said}</Notice>
      <p className={classes.note}>{children}</p>
      <div className={classes.buttons}>
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
