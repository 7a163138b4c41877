import type { User } from '@/api'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import classes from './AccountSettings.module.css'

const GROUPS = [
  { key: 'root', label: 'Root' },
  { key: 'admin', label: 'Admin' },
  { key: 'farmmanager', label: 'Farm manager' },
] as const

export function AccountSettings({ user }: { user: User }) {
  usePageTitle('Account settings')
  const { first, middle, last } = user.name
  const groups = GROUPS.filter(({ key }) => user.groups[key]).map(({ label }) => label)
  return (
    <>
      <h1 className={classes.title}>Account settings</h1>
      <div className={classes.panel}>
        <Card title="Identity">
          <Facts
            facts={[
              { label: 'Username', value: user.username },
              { label: 'Email', value: user.email },
              { label: 'Name', value: [first, middle, last].filter(Boolean).join(' ') },
              { label: 'Groups', value: groups.join(', ') || 'none' },
            ]}
          />
        </Card>
      </div>
    </>
  )
}
