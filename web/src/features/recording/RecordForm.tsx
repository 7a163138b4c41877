import { Link } from '@tanstack/react-router'
import { errorMessage, type Farm, type Held, limits } from '@/api'
import { KeptNotice } from '@/forms'
import { type FarmSection, TAGGING_PATH } from '@/shared/lib/farmPaths'
import { Button } from '@/shared/ui/Button'
import { DayChoice } from '@/shared/ui/DayChoice'
import { NoteField } from '@/shared/ui/NoteField'
import { Notice } from '@/shared/ui/Notice'
import { SendBar } from '@/shared/ui/SendBar'
import { Steps } from '@/shared/ui/Step'
import { ActivityChoice } from './ActivityChoice'
import { asksForLot } from './activities'
import { EffectsNotice } from './EffectsNotice'
import { CountEffects } from './effects'
import type { ActivityName } from './names'
import { Questions } from './Questions'
import { RecallWarning } from './RecallWarning'
import classes from './Record.module.css'
import { type Begins, useRecordForm } from './useRecordForm'
import { isFar, refusals, wasRecordedBefore } from './useRecording'
import { Where } from './Where'

interface Props {
  section: FarmSection
  farm: Farm
  /** Where something lives today. */
  places: readonly Held[]
  /** Nothing was ever recorded, so only a planting can be. */
  plantOnly: boolean
  activity: ActivityName | undefined
  begins: Begins
  onActivity: (activity: ActivityName) => void
}

/** One activity at a time: what, when, where, how many; then a sentence that says what will be recorded. */
export function RecordForm({ section, farm, places, plantOnly, activity, begins, onActivity }: Props) {
  const record = useRecordForm(farm, places, activity, begins)
  const { form, draft, place, problems, change } = record
  const { leases } = farm
  const asked = activity && (place || (!asksForLot(activity) && draft.leaseId))
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <fieldset className={classes.form} disabled={form.saving}>
        {form.restored && <KeptNotice onStartOver={form.startOver} />}
        <Steps>
          <ActivityChoice
            value={activity}
            plantOnly={plantOnly}
            onChange={(next) => {
              record.startOther()
              onActivity(next)
            }}
          />
          {activity && (
            <div className={classes.day}>
              <DayChoice
                value={draft.date}
                today={record.today}
                onChange={(date) => change({ date })}
                error={problems.date}
              />
            </div>
          )}
          {activity && (
            <Where
              section={section}
              farmId={farm._id}
              activity={activity}
              draft={draft}
              leases={leases}
              places={record.places}
              onArea={record.chooseArea}
              onPlace={record.choosePlace}
              problems={problems}
            />
          )}
        </Steps>
        {activity && <RecallWarning recalls={farm.openRecalls} leaseId={draft.leaseId} />}
        {asked && (
          <div className={classes.questions}>
            <Questions
              farmId={farm._id}
              country={farm.country ?? ''}
              activity={activity}
              draft={draft}
              place={place}
              leases={leases}
              problems={problems}
              onChange={change}
            />
            <NoteField
              maxLength={limits.recordingRules.note}
              value={draft.note}
              onChange={(note) => change({ note })}
              error={problems.note}
            />
          </div>
        )}
        {activity && (
          <SendBar
            trouble={<Trouble error={form.failure} onConfirm={record.confirm} onAnswer={record.answer} />}
            says={record.says}
            recorded={record.recorded && <Recorded section={section} farmId={farm._id} recorded={record.recorded} />}
            label="Record"
            loading={form.saving}
          />
        )}
      </fieldset>
    </form>
  )
}

interface RecordedProps extends Pick<Props, 'section'> {
  farmId: string
  recorded: NonNullable<ReturnType<typeof useRecordForm>['recorded']>
}

function Recorded({ section, farmId, recorded: { says, activity, leaseId, date } }: RecordedProps) {
  if (activity !== 'harvest') return says
  return (
    <>
      {says}{' '}
      <Link to={TAGGING_PATH[section]} params={{ farmId }} search={{ event: 'harvest', area: leaseId, day: date }}>
        Tag it
      </Link>
    </>
  )
}

/** The refusals that are shown beside an input. */
const BESIDE = new Set(['leaseId', 'lot', 'date', 'count', 'containers', 'measured', 'sizeMm', 'lengths', 'note', 'to'])

interface TroubleProps {
  error: Error | null
  onConfirm: () => void
  onAnswer: (afterRemovals?: boolean) => void
}

/** What cannot be said beside an input. */
function Trouble({ error, onConfirm, onAnswer }: TroubleProps) {
  if (!error) return null
  if (error instanceof CountEffects) return <EffectsNotice effects={error} onConfirm={onAnswer} />
  if (isFar(error)) {
    return (
      <Notice kind="info">
        Nothing was recorded yet. {Object.values(refusals(error)).join(' ')} Is it right?{' '}
        <Button variant="plain" type="submit" onClick={onConfirm}>
          Record all the same
        </Button>
      </Notice>
    )
  }
  return <Notice kind="error">{words(error)}</Notice>
}

function words(error: Error): string {
  if (wasRecordedBefore(error)) {
    return 'Your earlier attempt did get through and was recorded: see Recent activities. Undo it there, or record this as a new activity.'
  }
  const fields = Object.keys(refusals(error))
  if (fields.length > 0 && fields.every((field) => BESIDE.has(field) || field.startsWith('facts.'))) {
    return 'Nothing was recorded. Please check what is marked above.'
  }
  return `${errorMessage(error)} What you typed is kept.`
}
