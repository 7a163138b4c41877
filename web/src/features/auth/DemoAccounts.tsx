import { Button } from '@/shared/ui/Button'
import classes from './AuthCard.module.css'

const PASSWORD = 'merroir-demo'
const ACCOUNTS = ['manager', 'admin', 'root', 'member']

interface Props {
  onChoose: (account: { username: string; password: string }) => void
}

/** On a demo server the accounts are public; one press fills the form. */
export function DemoAccounts({ onChoose }: Props) {
  return (
    <aside className={classes.demo} aria-label="Demo accounts">
      This is a demo. Choose who to be; the password is {PASSWORD}.
      <ul>
        {ACCOUNTS.map((username) => (
          <li key={username}>
            <Button variant="plain" onClick={() => onChoose({ username, password: PASSWORD })}>
              {username}
            </Button>
          </li>
        ))}
      </ul>
    </aside>
  )
}
