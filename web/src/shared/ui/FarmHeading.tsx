import { Link } from '@tanstack/react-router'
import classes from './FarmHeading.module.css'
import { usePageTitle } from './usePageTitle'

interface Props {
  area: 'manage' | 'farms'
  farmId: string
  /** Empty while it is not known. */
  farmName: string
  title: string
}

const LIST = { manage: '/manage', farms: '/farms' } as const
const DETAIL = { manage: '/manage/$farmId', farms: '/farms/$farmId' } as const

/** The title of a page that belongs to a farm, with the way back to it. */
export function FarmHeading({ area, farmId, farmName, title }: Props) {
  usePageTitle(title)
  return (
    <div className={classes.heading}>
      <nav aria-label="Breadcrumb" className={classes.crumbs}>
        <Link to={LIST[area]} activeOptions={{ exact: true }}>
          Farms
        </Link>
        {' / '}
        <Link to={DETAIL[area]} params={{ farmId }}>
          {farmName || '…'}
        </Link>
        {' /'}
      </nav>
      <h1 className={classes.title}>{title}</h1>
    </div>
  )
}
