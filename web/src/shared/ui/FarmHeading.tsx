import { Link } from '@tanstack/react-router'
import { DETAIL_PATH, type FarmSection, LIST_PATH } from '@/shared/lib/farmPaths'
import { CrumbHeading } from './CrumbHeading'

interface Props {
  section: FarmSection
  farmId: string
  /** Empty until it is known. */
  farmName: string
  title: string
}

/** The title of a page that belongs to a farm, with the way back to it. */
export function FarmHeading({ section, farmId, farmName, title }: Props) {
  return (
    <CrumbHeading title={title}>
      <Link to={LIST_PATH[section]} activeOptions={{ exact: true }}>
        Farms
      </Link>
      {' / '}
      <Link to={DETAIL_PATH[section]} params={{ farmId }}>
        {farmName || '…'}
      </Link>
      {' /'}
    </CrumbHeading>
  )
}
