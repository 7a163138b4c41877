import { IconAlertTriangle, IconHome, IconMenu2, IconPackage, IconRipple } from '@tabler/icons-react'
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import type { User } from '@/api'
import { hasWork } from '@/shared/lib/consoleRights'
import { mayAny, seesFarms } from '@/shared/lib/roles'
import { lazy } from '@/shared/ui/lazy'
import { Sheet } from '@/shared/ui/Sheet'
import bar from './Bar.module.css'

const StaffPlaces = lazy(() => import('./StaffPlaces'))

interface Item {
  label: string
  to: LinkProps['to']
  Icon: typeof IconHome
  open?: (member: User) => boolean
}

const ITEMS: readonly Item[] = [
  { label: 'Today', to: '/admin', Icon: IconHome },
  { label: 'Farms', to: '/farms', Icon: IconRipple, open: seesFarms },
  { label: 'Fulfilment', to: '/farms/fulfilment', Icon: IconPackage, open: (user) => mayAny(user, 'companies') },
  { label: 'Recalls', to: '/admin/recalls', Icon: IconAlertTriangle, open: hasWork },
]

/** The way around for staff under the thumb; on a farm's pages its own is there instead. */
export default function StaffBar({ user }: { user: User }) {
  return (
    <nav aria-label="Staff" className={bar.bar}>
      {ITEMS.filter(({ open }) => !open || open(user)).map(({ label, to, Icon }) => (
        <Link key={label} to={to} activeOptions={{ exact: true, includeSearch: false }} className={bar.item}>
          <Icon size={22} aria-hidden />
          {label}
        </Link>
      ))}
      <More user={user} />
    </nav>
  )
}

/** Every other page, in a sheet that closes as one is chosen. */
function More({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  const address = useRouterState({ select: ({ location }) => location.href })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another address.
  useEffect(() => setOpen(false), [address])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={bar.item}
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={22} aria-hidden />
        More
      </button>
      <Sheet title="More" open={open} onClose={() => setOpen(false)}>
        <div className={bar.sheet}>
          <Suspense>
            <StaffPlaces user={user} but={ITEMS.map(({ to }) => to)} onGo={() => setOpen(false)} />
          </Suspense>
        </div>
      </Sheet>
    </>
  )
}
