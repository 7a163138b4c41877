import { type Season, useMay } from '@/api'
import { EditableLine } from '@/forms'
import { percent } from '@/shared/lib/numbers'
import { viewByLabel } from '@/shared/lib/viewBy'
import { lazy } from '@/shared/ui/lazy'
import classes from './SeasonLine.module.css'

const SeasonForm = lazy(() => import('./SeasonForm'))

/** By what the farm judges its figures: its mark of mortality and its season, and a way to change them. */
export function SeasonLine({ farmId, season }: { farmId: string; season: Season }) {
  const keeps = useMay('change')
  return (
    <div className={`${classes.season} no-print`}>
      <EditableLine
        kept="season"
        form={keeps ? (props) => <SeasonForm farmId={farmId} season={season} {...props} /> : undefined}
      >
        {season.mark ? `Mark: ${percent(season.mark)} a month.` : 'No mark is set.'} The season begins in{' '}
        {viewByLabel('month', String(season.month))}.
      </EditableLine>
    </div>
  )
}
