import { IconAlertTriangle } from '@tabler/icons-react'
import type { OpenRecall } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import classes from './RecallStrip.module.css'

/** On every page of a farm affected by an open recall: who recalls what, and where to read about it. */
export function RecallStrip({ recalls }: { recalls: readonly OpenRecall[] }) {
  const [first, ...more] = recalls
  if (!first) return null
  const { party, harvestDate, harvestLocation, tag } = first
  const what = [harvestDate && `on ${formatDay(harvestDate)}`, harvestLocation && `at ${harvestLocation}`].filter(
    Boolean,
  )
  const brief = [harvestDate && formatDay(harvestDate), harvestLocation].filter(Boolean).join(', ') || party
  return (
    <aside className={classes.strip} aria-label="Recall">
      <IconAlertTriangle size={16} aria-hidden className={classes.icon} />
      <p className={classes.words}>
        <span className={classes.whole}>
          Recalled by {party}
          {what.length > 0 && `: oysters harvested ${what.join(' ')}`}
        </span>
        <span className={classes.brief}>Recall open: {brief}</span>
        {more.length > 0 && `, and ${counted(more.length, 'more recall')}`}
      </p>
      <a href={`/tag/${tag}`} className={classes.link}>
        See recall
      </a>
    </aside>
  )
}
