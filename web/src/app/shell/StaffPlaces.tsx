import { Link, type LinkProps } from '@tanstack/react-router'
import type { User } from '@/api'
import { pagesOf } from './find/places'
import classes from './StaffBar.module.css'

interface Props {
  user: User
  /** What is reached elsewhere. */
  but: readonly LinkProps['to'][]
  /** Somebody goes to one of them. */
  onGo: () => void
}

/** Every page that belongs to no farm, but for some. */
export default function StaffPlaces({ user, but, onGo }: Props) {
  return pagesOf(user)
    .filter(({ href }) => !but.some((to) => to === href))
    .map(({ href, label }) => (
      <Link key={href} {...linkTo(href)} preload={false} className={classes.place} onClick={onGo}>
        {label}
      </Link>
    ))
}

function linkTo(href: string) {
  const [to, hash] = href.split('#')
  return { to, hash } as Pick<LinkProps, 'to' | 'hash'>
}
