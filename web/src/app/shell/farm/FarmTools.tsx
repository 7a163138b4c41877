import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { farmQuery, needsQuery, todayQuery } from '@/api'
import { ScanTag } from '@/features/tagging'
import { DETAIL_PATH, type FarmSection } from '@/shared/lib/farmPaths'
import { exact } from '@/shared/lib/numbers'
import classes from '../HeaderTools.module.css'
import { useFarmPlace } from './useFarmPlace'

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
  const asked = farm !== undefined && farm.may !== 'record'
  // The page that shows them asks for more, and the answer is one.
  const here = useFarmPlace(section, farm).tab === 'today'
  const shown = useQuery({ ...todayQuery(farmId), enabled: asked && here })
  const counted = useQuery({ ...needsQuery(farmId), enabled: asked && !here })
  const needs = here ? shown.data : (counted.data ?? shown.data)
  if (asked && !needs && (here ? shown : counted).isPending) return <span className={classes.coming} />
  if (!needs?.needsInAll) return null
  return (
    <Link to={DETAIL_PATH[section]} params={{ farmId }} className={classes.needs}>
      <span className={classes.needed}>
        {exact(needs.needsInAll)} <span>waiting</span>
      </span>
    </Link>
  )
}
