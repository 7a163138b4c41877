import { useMutation } from '@tanstack/react-query'
import { errorMessage, type Invitation, invite, type Level, type People, takeBackInvitation, useOnce } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Notice } from '@/shared/ui/Notice'
import classes from './People.module.css'
import { levelWords } from './words'

interface Props {
  farmId: string
  people: People
  timeZone?: string
  onAnswer: (people: People) => void
}

/** Who was invited and has not come yet. */
export function OpenInvitations({ farmId, people, timeZone, onAnswer }: Props) {
  return (
    <Card title="Invited">
      <ul className={classes.rows}>
        {people.invitations.map((one) => (
          <Invited
            key={one._id}
            farmId={farmId}
            invitation={one}
            changes={people.mayChange}
            timeZone={timeZone}
            onAnswer={onAnswer}
          />
        ))}
      </ul>
    </Card>
  )
}

interface RowProps extends Omit<Props, 'people'> {
  invitation: Invitation
  changes: boolean
}

function Invited({ farmId, invitation, changes, timeZone, onAnswer }: RowProps) {
  const { _id, email, may, by, expiresAt } = invitation
  const again = useOnce((body: { email: string; may: Level }, key) => invite(farmId, body, key))
  const sending = useMutation({ mutationFn: () => again({ email, may: may as Level }), onSuccess: onAnswer })
  const taking = useMutation({ mutationFn: () => takeBackInvitation(farmId, _id), onSuccess: onAnswer })
  const error = sending.error ?? taking.error
  return (
    <li className={classes.person}>
      <div className={classes.who}>
        <b>{email}</b>
        <span className={classes.quiet}>
          {levelWords(may)}, invited by {by}
        </span>
        <span className={classes.quiet}>Good until {formatInstant(expiresAt, timeZone)}</span>
      </div>
      {changes && (
        <div className={classes.acts}>
          <Button
            variant="plain"
            aria-label={`Send the invitation to ${email} again`}
            loading={sending.isPending}
            disabled={taking.isPending}
            onClick={() => sending.mutate()}
          >
            Send again
          </Button>
          <Button
            variant="plain"
            aria-label={`Take back the invitation of ${email}`}
            loading={taking.isPending}
            disabled={sending.isPending}
            onClick={() => taking.mutate()}
          >
            Take back
          </Button>
        </div>
      )}
      {error && <Notice kind="error">{errorMessage(error)}</Notice>}
    </li>
  )
}
