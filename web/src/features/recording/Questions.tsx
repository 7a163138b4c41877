import { useQuery } from '@tanstack/react-query'
import { farmFiltersQuery, type Held, type Lease } from '@/api'
import { exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { type ActivityName, questions, takes } from './activities'
import type { Draft } from './draft'
import { LotFields } from './LotFields'
import { NumberField } from './NumberField'
import type { Problems } from './problems'
import classes from './Record.module.css'
import { Suggested } from './Suggested'
import { MoveTarget, SplitTargets } from './Targets'

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
  activity: ActivityName
  draft: Draft
  place: Held | null
  leases: readonly Lease[]
  problems: Problems
  onChange: (part: Partial<Draft>) => void
}

/** What is asked about the chosen activity, and nothing else. */
export function Questions(props: Props) {
  const { activity, draft, place, problems, onChange } = props
  const asked = questions(activity, place)
  const containers = (
    <NumberField
      label={activity === 'plant' ? 'Containers' : 'Containers that leave'}
      name="containers"
      value={draft.containers}
      onChange={(text) => onChange({ containers: text })}
      hint={place ? `${exact(place.containers)} there` : 'May be left empty.'}
      error={problems.containers}
    />
  )
  return (
    <>
      {asked.includes('animals') && <Animals {...props} />}
      {asked.includes('targets') && place && (
        <SplitTargets {...props} place={place} onChange={(targets) => onChange({ targets })} />
      )}
      <div className={classes.fields}>
        {asked.includes('count') && <Count {...props} />}
        {asked.includes('sample') && (
          <>
            <NumberField
              label="Animals measured"
              name="measured"
              value={draft.measured}
              onChange={(measured) => onChange({ measured })}
              error={problems.measured}
            />
            <NumberField
              label="Mean size in mm"
              name="sizeMm"
              keys="decimal"
              value={draft.sizeMm}
              onChange={(sizeMm) => onChange({ sizeMm })}
              error={problems.sizeMm}
            />
          </>
        )}
        {asked.includes('containers') && containers}
      </div>
      {asked.includes('target') && place && (
        <MoveTarget {...props} place={place} onChange={(targets) => onChange({ targets })} />
      )}
    </>
  )
}

/** The number of animals; where some are taken, with one press for all of them. */
function Count({ activity, draft, place, problems, onChange }: Props) {
  const all = takes(activity) && place ? String(place.onHand) : ''
  return (
    <div className={classes.count}>
      <NumberField
        label={COUNT_LABELS[activity]}
        name="count"
        value={draft.count}
        onChange={(count) => onChange({ count })}
        hint={place ? `${exact(place.onHand)} on hand` : undefined}
        error={problems.count}
      />
      {all && (
        <Button variant="plain" onClick={() => onChange({ count: all })} disabled={draft.count === all}>
          All
        </Button>
      )}
    </div>
  )
}

/** The animals of a planting: their kind, their origin, and the lot that they make. */
function Animals({ farmId, draft, problems, onChange }: Props) {
  const { data: known } = useQuery(farmFiltersQuery(farmId))
  return (
    <div className={classes.fields}>
      <Suggested
        label="Animal"
        name="oysterType"
        value={draft.oysterType}
        known={known?.oysterType ?? []}
        onChange={(oysterType) => onChange({ oysterType })}
        error={problems.lot}
      />
      <Suggested
        label="Seed from"
        name="seedSource"
        value={draft.seedSource}
        known={known?.seedSource ?? []}
        onChange={(seedSource) => onChange({ seedSource })}
      />
      <LotFields farmId={farmId} value={draft} onChange={onChange} />
    </div>
  )
}
