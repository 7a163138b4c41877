import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import type { User } from '@/api'
import { Popover } from '@/shared/ui/Popover'
import { AccountLinks } from './AccountLinks'
import classes from './HeaderTools.module.css'
import type { ShellSection } from './sections'

interface Props {
  user: User
  section: ShellSection
}

/** What belongs to the person, behind their name. */
export function NameMenu({ user, section }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const name = [user.name.first, user.name.last].filter(Boolean).join(' ') || user.username
  return (
    <Popover
      name="Your account"
      label={
        <>
          <IconUser size={20} aria-hidden className={classes.who} />
          <span className={classes.name}>{name}</span>
        </>
      }
      look={classes.menu}
      open={open}
      onOpen={setOpen}
    >
      <div className={classes.menuLinks}>
        <AccountLinks user={user} section={section} className={classes.link} onGo={close} />
      </div>
    </Popover>
  )
}
