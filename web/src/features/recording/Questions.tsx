import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { farmFiltersQuery, type Held, type Lease, limits } from '@/api'
import { whole } from '@/shared/lib/entries'
import { counted, exact } from '@/shared/lib/numbers'
import chips from '@/shared/ui/Chips.module.css'
import { lazy } from '@/shared/ui/lazy'
import { NumberField, type NumberProps } from '@/shared/ui/NumberField'
import { Suggested } from '@/shared/ui/Suggested'
import { questions, takes } from './activities'
import { containersFilled, type Draft } from './draft'
import { HarvestFacts } from './HarvestFacts'
import { LotFields } from './LotFields'
import { MissingChoice } from './MissingChoice'
import type { ActivityName } from './names'
import type { Problems } from './problems'
import classes from './Record.module.css'
import { MoveTarget } from './Targets'

const Sample = lazy(() => import('./Sample'))
const SplitTargets = lazy(() => import('./SplitTargets'))

const COUNT_LABELS: Record<ActivityName, string> = {
  plant: 'Animals planted',
  count: 'Animals found',
  size: '',
  move: 'Animals moved',
  split: '',
  harvest: 'Animals harvested',
  loss: 'Animals lost',
}

interface Props {
  farmId: string
  country: string
  activity: ActivityName
  draft: Draft
  place: Held | null
  leases: readonly Lease[]
  problems: Problems
  onChange: (part: Partial<Draft>) => void
}

/** What is asked about the chosen activity and nothing else, numbers first. */
export function Questions(props: Props) {
  const { activity, draft, place, problems, onChange } = props
  const asked = questions(activity, place)
  // On the water the connection may be gone when it is asked for.
  useEffect(() => {
    for (const { ahead } of [Sample, SplitTargets]) void ahead().catch(() => undefined)
  }, [])
  const number = (name: 'count' | 'containers', label: string, more: Partial<NumberProps> = {}) => (
    <NumberField
      label={label}
      name={name}
      value={draft[name]}
      onChange={(text) => onChange({ [name]: text })}
      error={problems[name]}
      {...more}
    />
  )
  const containers =
    asked.includes('containers') &&
    number('containers', activity === 'plant' ? 'Containers' : 'Containers that leave', {
      hint: place ? `${exact(place.containers)} there` : 'Optional.',
    })
  const numbers = asked.includes('count')
  return (
    <>
      {asked.includes('sample') && (
        <Suspense>
          <Sample draft={draft} problems={problems} onChange={onChange} />
        </Suspense>
      )}
      {numbers && (
        <div className={classes.numbers}>
          {number('count', COUNT_LABELS[activity], { hint: place ? `${exact(place.onHand)} on hand` : undefined })}
          {containers}
        </div>
      )}
      {activity === 'count' && place && <MissingChoice {...props} place={place} />}
      {takes(activity) && place && asked.includes('count') && (
        <Offers draft={draft} place={place} onChange={onChange} />
      )}
      {asked.includes('target') && place && (
        <MoveTarget {...props} place={place} onChange={(targets) => onChange({ targets })} />
      )}
      {asked.includes('targets') && place && (
        <Suspense>
          <SplitTargets {...props} place={place} onChange={(targets) => onChange({ targets })} />
        </Suspense>
      )}
      {!numbers && <div className={classes.numbers}>{containers}</div>}
      {asked.includes('animals') && <Animals {...props} />}
      {asked.includes('facts') && <HarvestFacts {...props} onChange={(facts) => onChange({ facts })} />}
    </>
  )
}

/** Likely answers at one press: all of the animals, and as many containers as they fill on average. */
function Offers({ draft, place, onChange }: Pick<Props, 'draft' | 'onChange'> & { place: Held }) {
  const all = String(place.onHand)
  const filled = containersFilled(whole(draft.count), place)
  return (
    <div className={chips.known}>
      <button
        type="button"
        className={chips.chip}
        aria-pressed={draft.count === all}
        onClick={() => onChange({ count: draft.count === all ? '' : all })}
      >
        All {exact(place.onHand)}
      </button>
      {filled > 0 && (
        <button
          type="button"
          className={chips.chip}
          aria-pressed={draft.containers === String(filled)}
          onClick={() => onChange({ containers: draft.containers === String(filled) ? '' : String(filled) })}
        >
          In {counted(filled, 'container')}
        </button>
      )}
    </div>
  )
}

/** The animals of a planting: their kind, where they come from, and the lot they form. */
function Animals({ farmId, draft, problems, onChange }: Props) {
  const { data: known } = useQuery(farmFiltersQuery(farmId))
  return (
    <div className={classes.fields}>
      <Suggested
        label="Animal"
        name="oysterType"
        value={draft.oysterType}
        known={known?.oysterType ?? []}
        maxLength={limits.recordingRules.text}
        onChange={(oysterType) => onChange({ oysterType })}
        error={problems.lot}
      />
      <Suggested
        label="Seed from"
        name="seedSource"
        value={draft.seedSource}
        maxLength={limits.recordingRules.text}
        known={known?.seedSource ?? []}
        onChange={(seedSource) => onChange({ seedSource })}
      />
      <LotFields farmId={farmId} value={draft} onChange={onChange} />
    </div>
  )
}
