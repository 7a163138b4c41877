import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { endMyOtherSessions, endMySession, errorMessage, myIssuedQuery, mySessionsQuery, type Session } from '@/api'
import { IssuedChoice } from '@/forms'
import { Button, buttonClass } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import { Sheet } from '@/shared/ui/Sheet'
import { Loading } from '@/shared/ui/Skeleton'
import classes from './Sessions.module.css'
import { useSessionsEnded } from './useSessionsEnded'
import { ago, until } from './words'

/** Where this person is signed in, and a way to sign out there. */
export function Sessions() {
  const sessions = useQuery(mySessionsQuery)
  const sessionsEnded = useSessionsEnded()
  const [asked, setAsked] = useState<Session | 'others' | null>(null)
  const [now] = useState(() => Date.now())
  const heading = useRef<HTMLDivElement>(null)
  const issued = useQuery({ ...myIssuedQuery, enabled: asked !== null }).data
  const [revoke, setRevoke] = useState(true)
  const revoking = revoke && Boolean(issued?.length)
  const end = useMutation({
    mutationFn: (which: Session | 'others') =>
      which === 'others' ? endMyOtherSessions(revoking) : endMySession(which._id, revoking),
    onSuccess: sessionsEnded,
  })
  const ended = () => {
    setAsked(null)
    // The pressed button has gone with its row.
    heading.current?.focus()
  }
  const close = () => {
    setAsked(null)
    end.reset()
  }
  const list = sessions.data?.data ?? []
  // A session of a place where they stay signed in ends with it.
  const others = list.filter(({ current, stay }) => !current && !stay).length

  return (
    <Card title="Where you are signed in">
      <div ref={heading} tabIndex={-1} className={classes.body}>
        {end.isSuccess && !asked && <Notice kind="success">{end.data.message}</Notice>}
        {sessions.isError && <Failure query={sessions} />}
        {sessions.isPending && <Loading height={64} shape="control" />}
        <ul>
          {list.map((session) => (
            <li key={session._id} className={classes.session}>
              <div>
                <b>{session.device || 'Unknown device'}</b>
                {session.current && <span className={classes.here}>this one</span>}
                <p className="quiet">
                  {session.ip && `from ${session.ip}, `}
                  {session.current ? 'seen now' : `seen ${ago(session.lastSeen, now)}`}
                </p>
                {session.stay && <p className="quiet">opened where you stay signed in</p>}
                {session.stays && <p className="quiet">stays signed in, {until(session.until)}</p>}
              </div>
              {session.current && session.stays && (
                <Link to="/login/logout" preload={false} className={buttonClass({ variant: 'plain' })}>
                  Sign out
                </Link>
              )}
              {!session.current && (
                <Button
                  variant="plain"
                  aria-label={`End the session of ${session.device || 'an unknown device'}, seen ${ago(session.lastSeen, now)}`}
                  onClick={() => setAsked(session)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
        {others > 0 && (
          <Button variant="plain" onClick={() => setAsked('others')}>
            End all others
          </Button>
        )}
      </div>
      <Sheet
        title={asked === 'others' ? 'End all other sessions?' : 'End this session?'}
        place="middle"
        open={asked !== null}
        onClose={close}
      >
        {end.isError && <Notice kind="error">{errorMessage(end.error)}</Notice>}
        <p>
          {asked === 'others'
            ? `You will be signed out in ${others === 1 ? 'one other place' : `${others} other places`}. Anything not saved there is lost.`
            : `${asked?.device || 'The unknown device'} will be signed out. Anything not saved there is lost.`}
        </p>
        <IssuedChoice issued={issued} by="you" revoke={revoke} onRevoke={setRevoke} />
        <div className={classes.answers}>
          <Button variant="plain" disabled={end.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            variant="danger"
            loading={end.isPending}
            onClick={() => asked && end.mutate(asked, { onSuccess: ended })}
          >
            {asked === 'others' ? 'End all others' : 'End session'}
          </Button>
        </div>
      </Sheet>
    </Card>
  )
}
