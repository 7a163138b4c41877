import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { OpenRecall } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { type FarmSection, RECALL_PATH } from '@/shared/lib/farmPaths'
import { counted } from '@/shared/lib/numbers'
import classes from './RecallStrip.module.css'

interface Props {
  section: FarmSection
  farmId: string
  recalls: readonly OpenRecall[]
}

/** On every page of a farm affected by an open recall: who recalls what, and the way to the farm's part of it. */
export function RecallStrip({ section, farmId, recalls }: Props) {
  const [first, ...more] = recalls
  if (!first) return null
  const { _id, party, species, harvestDate, harvestLocation } = first
  const what = [harvestDate && `on ${formatDay(harvestDate)}`, harvestLocation && `at ${harvestLocation}`].filter(
    Boolean,
  )
  const brief = [harvestDate && formatDay(harvestDate), harvestLocation].filter(Boolean)
  const said = brief.length > 0 ? brief : [party]
  return (
    <aside className={classes.strip} aria-label="Recall">
      <IconAlertTriangle size={16} aria-hidden className={classes.icon} />
      <p className={classes.words}>
        <span className={classes.whole}>
          Recalled by {party}
          {`: ${species}${what.length > 0 ? ` harvested ${what.join(' ')}` : ''}`}
        </span>
        <span className={classes.brief}>
          {said.map((part, index) => (
            <span key={part}>{index === 0 ? `Recall open: ${part}` : `, ${part}`}</span>
          ))}
        </span>
        {more.length > 0 && `, and ${counted(more.length, 'more recall')}`}
      </p>
      <Link to={RECALL_PATH[section]} params={{ farmId, recallId: _id }} className={classes.link}>
        See recall
      </Link>
    </aside>
  )
}
