import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { noticesQuery } from '@/api'
import { NOTICES_PATH } from '@/shared/lib/farmPaths'
import { exact } from '@/shared/lib/numbers'
import { PAGING_DEFAULTS } from '@/shared/lib/paging'
import classes from './HeaderTools.module.css'

/** The way to what one was told of a farm, and how much of it is unread. */
export default function Bell({ farmId }: { farmId: string }) {
  const { data } = useQuery(noticesQuery(farmId, PAGING_DEFAULTS))
  const unread = data?.unread ?? 0
  return (
    <Link to={NOTICES_PATH} params={{ farmId }} className={classes.bell}>
      <IconBell size={20} aria-hidden />
      <span className="visually-hidden">Notices</span>
      {unread > 0 && (
        <span className={classes.unread}>
          {exact(unread)} <span className="visually-hidden">unread</span>
        </span>
      )}
    </Link>
  )
}
