import { useState } from 'react'
import type { User } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Notice } from '@/shared/ui/Notice'
import classes from './Account.module.css'
import { RecoveryCodes } from './RecoveryCodes'
import { RemoveFactor } from './RemoveFactor'
import { SetUpFactor } from './SetUpFactor'

interface Props {
  user: User
  /** Called with the user as they are now. */
  onChanged: (user: User) => void
}

type Stage = 'rest' | 'setUp' | { codes: string[] }

/** A code from an authenticator app at every sign-in: to set up, and to switch off again. */
export function SecondFactor({ user, onChanged }: Props) {
  const [stage, setStage] = useState<Stage>('rest')
  const [removing, setRemoving] = useState(false)
  const [removed, setRemoved] = useState('')
  const rest = () => setStage('rest')

  if (typeof stage === 'object') {
    const done = () => {
      rest()
      onChanged({ ...user, secondFactor: true, mustEnrol: false })
    }
    return (
      <Card title="Second factor">
        <RecoveryCodes codes={stage.codes} username={user.username} onDone={done} />
      </Card>
    )
  }
  if (stage === 'setUp') {
    return (
      <Card title="Second factor">
        <SetUpFactor onCodes={(codes) => setStage({ codes })} onCancel={rest} />
      </Card>
    )
  }
  return (
    <Card title="Second factor">
      <div className={classes.form}>
        {removed && <Notice kind="success">{removed}</Notice>}
        <p>
          {user.secondFactor
            ? 'On. Each time you sign in, you enter a code from your authenticator app after your password.'
            : 'Off. When it is on, a stolen password is not enough: each time you sign in, you also enter a code from an authenticator app on your phone.'}
        </p>
        <div className={classes.buttons}>
          {user.secondFactor ? (
            <Button variant="plain" onClick={() => setRemoving(true)}>
              Switch off
            </Button>
          ) : (
            <Button
              variant="plain"
              onClick={() => {
                setRemoved('')
                setStage('setUp')
              }}
            >
              Set up
            </Button>
          )}
        </div>
      </div>
      <RemoveFactor
        open={removing}
        onClose={() => setRemoving(false)}
        onRemoved={(message) => {
          setRemoving(false)
          setRemoved(message)
          onChanged({ ...user, secondFactor: false })
        }}
      />
    </Card>
  )
}
