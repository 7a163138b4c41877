import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteSchedule,
  errorMessage,
  exportsQuery,
  type Farm,
  pauseSchedule,
  type Schedule,
  schedulesQuery,
  sendSchedule,
  useOnce,
} from '@/api'
import { formatDay } from '@/shared/lib/days'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { lazy } from '@/shared/ui/lazy'
import { Notice } from '@/shared/ui/Notice'
import { Sheet } from '@/shared/ui/Sheet'
import { Loading } from '@/shared/ui/Skeleton'
import { exportName } from '../model'
import { aboutWords, rhythmWords } from './model'
import classes from './Schedules.module.css'

const ScheduleQuestion = lazy(() => import('./ScheduleQuestion'))

/** What is mailed by itself, each with what can be done about it. */
export default function Schedules({ farm }: { farm: Farm }) {
  const schedules = useQuery(schedulesQuery(farm._id))
  return (
    <div className={classes.card}>
      <Card title="Scheduled">
        {schedules.isError && <Failure query={schedules} />}
        {schedules.isPending && <Loading height={48} shape="control" />}
        {schedules.data?.length === 0 && (
          <p className="quiet">Nothing is scheduled yet. Schedule… beside Export mails it every week or month.</p>
        )}
        {schedules.data && schedules.data.length > 0 && (
          <ul>
            {schedules.data.map((one) => (
              <Row key={one._id} farm={farm} schedule={one} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

function Row({ farm, schedule }: { farm: Farm; schedule: Schedule }) {
  const farmId = farm._id
  const [changing, setChanging] = useState(false)
  const { _id: id, query, email, state, message, next } = schedule
  const name = exportName(query.metric ?? '')
  const queryClient = useQueryClient()
  const read = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey })
  const onSuccess = () => read(schedulesQuery(farmId).queryKey)
  const ask = useOnce((_: string, key) => sendSchedule(farmId, id, key))
  const send = useMutation({ mutationFn: () => ask(id), onSuccess: () => read(exportsQuery(farmId).queryKey) })
  const pause = useMutation({ mutationFn: (paused: boolean) => pauseSchedule(farmId, id, paused), onSuccess })
  const remove = useMutation({ mutationFn: () => deleteSchedule(farmId, id), onSuccess })
  const failure = send.error ?? pause.error
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.what}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.note}>
          {rhythmWords(schedule).replace(/^./, (first) => first.toUpperCase())}, about {aboutWords(schedule)}, to{' '}
          {email}
        </p>
        <p className={classes.note}>
          {next && `Next on ${formatDay(next)}`}
          {state === 'paused' && (message ? `Paused. ${message}` : 'Paused')}
          {state === 'stopped' && `Stopped. ${message}`}
        </p>
        {send.isSuccess && <Notice kind="success">{send.data.message}</Notice>}
        {failure && <Notice kind="error">{errorMessage(failure)}</Notice>}
      </div>
      <div className={classes.buttons}>
        {state !== 'stopped' && (
          <>
            <Button
              variant="quiet"
              loading={send.isPending}
              aria-label={`Send now: ${name}`}
              onClick={() => send.mutate()}
            >
              Send now
            </Button>
            <Button
              variant="quiet"
              loading={pause.isPending}
              aria-label={`${state === 'paused' ? 'Resume' : 'Pause'} ${name}`}
              onClick={() => pause.mutate(state !== 'paused')}
            >
              {state === 'paused' ? 'Resume' : 'Pause'}
            </Button>
            <Button variant="quiet" aria-label={`Change the schedule of ${name}`} onClick={() => setChanging(true)}>
              Change…
            </Button>
          </>
        )}
        <AskFirst label="Delete" aria-label={`Delete the schedule of ${name}`} action="Delete" work={remove}>
          {name} is not mailed to {email} any more. What was sent stays.
        </AskFirst>
        <Sheet
          title={`Change the schedule of ${name}`}
          place="middle"
          open={changing}
          onClose={() => setChanging(false)}
        >
          {changing && (
            <ScheduleQuestion
              farm={farm}
              query={{ ...query, metric: query.metric ?? '' }}
              schedule={schedule}
              onClose={() => setChanging(false)}
            />
          )}
        </Sheet>
      </div>
    </li>
  )
}
