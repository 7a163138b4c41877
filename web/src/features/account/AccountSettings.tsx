import type { User } from '@/api'
import { ListHead } from '@/shared/ui/List'
import { Notice } from '@/shared/ui/Notice'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import classes from './Account.module.css'
import { IdentityCard } from './IdentityForm'
import { PasswordCard } from './PasswordForm'
import { SecondFactor } from './SecondFactor'
import { Sessions } from './Sessions'

interface Props {
  user: User
  /** Called with the user as stored now. */
  onChanged: (user: User) => void
}

/** What a person sees and changes of their own account (ACC-2). */
export function AccountSettings({ user, onChanged }: Props) {
  usePageTitle('Account settings')
  const identity = (
    <div key="identity" className={classes.column}>
      <IdentityCard user={user} onSaved={onChanged} />
      <div id="password">
        <PasswordCard user={user} />
      </div>
    </div>
  )
  const safety = (
    <div key="safety" className={classes.column}>
      <div id="second-factor">
        <SecondFactor user={user} onChanged={onChanged} />
      </div>
      <div id="sessions">
        <Sessions />
      </div>
    </div>
  )
  return (
    <>
      <ListHead title="Account settings" />
      {user.mustEnrol && (
        <div className={classes.above}>
          <Notice kind="error">
            Staff must sign in with a second factor. Set yours up here; until then you cannot open anything else.
          </Notice>
        </div>
      )}
      <div className={classes.columns}>{user.mustEnrol ? [safety, identity] : [identity, safety]}</div>
    </>
  )
}
