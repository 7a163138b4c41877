import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { farmQuery, todayQuery } from '@/api'
import { ScanTag } from '@/features/tagging'
import { DETAIL_PATH, type FarmSection } from '@/shared/lib/farmPaths'
import { exact } from '@/shared/lib/numbers'
import classes from '../HeaderTools.module.css'

interface Props {
  section: FarmSection
  farmId: string
}

/** What the header has at a farm on a phone: how much waits there, and the way from a tag in one's hand to what is known of it. */
export default function FarmTools(props: Props) {
  return (
    <>
      <Waiting {...props} />
      <ScanTag {...props} className={classes.tool} />
    </>
  )
}

/** How much the farm needs of its people, with the way to it; nothing while it needs nothing. */
function Waiting({ section, farmId }: Props) {
  const { data: farm } = useQuery(farmQuery(farmId))
  const { data, isPending } = useQuery({ ...todayQuery(farmId), enabled: farm !== undefined })
  if (isPending) return <span className={classes.coming} />
  if (!data?.needsInAll) return null
  return (
    <Link to={DETAIL_PATH[section]} params={{ farmId }} className={classes.needs}>
      <span className={classes.needed}>
        {exact(data.needsInAll)} <span>waiting</span>
      </span>
    </Link>
  )
}
