import { IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '@/api'
import { landing } from '@/shared/lib/roles'
import { Popover } from '@/shared/ui/Popover'
import classes from './HeaderTools.module.css'
import type { ShellSection } from './sections'

interface Props {
  user: User
  section: ShellSection
}

/** What belongs to the person: their account, and from there the way back to their farms. */
export function NameMenu({ user, section }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const home = landing(user)
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
        {section === 'account' && home !== '/account/settings' && (
          <Link to={home} onClick={close} className={classes.link}>
            Farms
          </Link>
        )}
        <Link to="/account/settings" onClick={close} className={classes.link}>
          Settings
        </Link>
        <Link to="/account/settings" hash="sessions" onClick={close} className={classes.link}>
          Sessions
        </Link>
        <Link to="/login/logout" preload={false} className={classes.link}>
          Sign out
        </Link>
      </div>
    </Popover>
  )
}
