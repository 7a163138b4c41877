import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorMessage, type Invitation, invitationsQuery, inviteToPlatform, takeBackPlatformInvitation } from '@/api'
import { InviteForm } from '@/forms'
import { formatInstant } from '@/shared/lib/days'
import { Button } from '@/shared/ui/Button'
import classes from './Users.module.css'

const NOTE =
  'They get a link that works once, for a week, and choose username and password themselves. The account is in no group; to a farm, people are invited from its page People.'

/** Invites somebody by mail to make an account, and lists who has not come yet. */
export default function InviteUser() {
  const client = useQueryClient()
  const open = useQuery(invitationsQuery)
  const keep = (data: { data: Invitation[] }) => client.setQueryData(invitationsQuery.queryKey, data)
  return (
    <div className={classes.form}>
      <InviteForm
        label="Invite by mail"
        more={{}}
        send={({ email }, key) => inviteToPlatform(email, key)}
        onAnswer={keep}
        note={NOTE}
        focus
      />
      {open.data && open.data.length > 0 && (
        <ul className={`${classes.rows} ${classes.invited}`} aria-label="Invited">
          {open.data.map((one) => (
            <Invited key={one._id} invitation={one} onAnswer={keep} />
          ))}
        </ul>
      )}
    </div>
  )
}

interface InvitedProps {
  invitation: Invitation
  onAnswer: (now: { data: Invitation[] }) => void
}

function Invited({ invitation: { _id, email, by, expiresAt }, onAnswer }: InvitedProps) {
  const taking = useMutation({ mutationFn: () => takeBackPlatformInvitation(_id), onSuccess: onAnswer })
  return (
    <li>
      <span className={classes.what}>
        <b>{email}</b>
        <span className="quiet">
          Invited by {by}, good until {formatInstant(expiresAt)}
        </span>
        {taking.error && <span className="quiet">{errorMessage(taking.error)}</span>}
      </span>
      <Button
        variant="plain"
        aria-label={`Take back the invitation of ${email}`}
        loading={taking.isPending}
        onClick={() => taking.mutate()}
      >
        Take back
      </Button>
    </li>
  )
}
