import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Account, endSessions, issuedQuery, type Session, sessionsQuery } from '@/api'
import { IssuedChoice } from '@/forms'
import { formatInstant } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { Saved } from '@/shared/ui/Saved'
import { Loading } from '@/shared/ui/Skeleton'
import type { Refusals } from './rights'
import classes from './Users.module.css'
import { useAccountCache } from './useAccountCache'

/** Where the user is signed in, and a way to end that. */
export function SessionsCard({ account, refusals }: { account: Account; refusals: Refusals }) {
  if (!refusals.all) return <ShownSessions account={account} />
  return (
    <Card title="Sessions">
      <p className={classes.note}>Only those who may change this user can see where {account.username} is signed in.</p>
    </Card>
  )
}

function ShownSessions({ account }: { account: Account }) {
  const sessions = useQuery(sessionsQuery(account._id))
  const { signedOut } = useAccountCache(account._id)
  const issued = useQuery(issuedQuery(account._id))
  const [revoke, setRevoke] = useState(true)
  const end = useMutation({
    mutationFn: () => endSessions(account._id, revoke && Boolean(issued.data?.length)),
    onSuccess: signedOut,
  })
  const open = sessions.data ?? []
  return (
    <Card title="Sessions">
      {end.isSuccess && (
        <div className={classes.told}>
          <Saved onDismiss={end.reset} />
        </div>
      )}
      {sessions.isError && <Failure query={sessions} />}
      {sessions.isPending && <Loading height={56} shape="control" />}
      {sessions.data && open.length === 0 && <p className={classes.note}>{account.username} is not signed in.</p>}
      <ul className={classes.rows}>
        {open.map((session) => (
          <SessionItem key={session._id} session={session} />
        ))}
      </ul>
      {open.length > 0 && (
        <div className={classes.after}>
          <AskFirst
            label="End all sessions"
            action="End all sessions"
            work={end}
            extra={<IssuedChoice issued={issued.data} by={account.username} revoke={revoke} onRevoke={setRevoke} />}
          >
            {account.username} will be signed out of {counted(open.length, 'session')}. Anything not saved there is
            lost.
          </AskFirst>
        </div>
      )}
    </Card>
  )
}

function SessionItem({ session }: { session: Session }) {
  const { device, ip, lastSeen, createdAt, current, until, stay } = session
  return (
    <li>
      <span className={classes.what}>
        <b>
          {device || 'An unknown device'}
          {current && ' (this one)'}
        </b>
        <span className="quiet">
          {ip}, last seen {formatInstant(lastSeen)}, signed in {formatInstant(createdAt)}
          {stay && ', opened where they stay signed in'}
          {until && `, stays signed in until ${formatInstant(until)}`}
        </span>
      </span>
    </li>
  )
}
