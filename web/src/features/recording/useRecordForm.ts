import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Farm, Held } from '@/api'
import { today as todayIn } from '@/shared/lib/days'
import { newId } from '@/shared/lib/newId'
import { type ActivityName, openPlaces } from './activities'
import { type Draft, emptyDraft, hasContent, nextDraft, placeKey, targetFrom, toActivity } from './draft'
import { type Problems, problems as problemsOf } from './problems'
import { keepDraft, keptDraft } from './store'
import { refusals, useRecording, wasRecordedBefore } from './useRecording'
import { sentence } from './words'

/** A draft that outlives a reload and a new sign-in in this tab. */
function useDraft(farmId: string, today: string) {
  const [kept] = useState(() => keptDraft(farmId))
  const [draft, setDraft] = useState<Draft>(kept ?? emptyDraft(today))
  const [restored, setRestored] = useState(kept !== null && hasContent(kept))
  useEffect(() => keepDraft(farmId, draft), [farmId, draft])
  return { draft, setDraft, restored, setRestored }
}

function focusFirst(form: HTMLElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid], [data-problem]')?.focus())
}

/** The state of the form and what can be done with it. */
export function useRecordForm(farm: Farm, places: readonly Held[], activity: ActivityName | undefined) {
  const { _id: farmId, leases } = farm
  const today = todayIn(farm.timeZone)
  const form = useRef<HTMLFormElement>(null)
  const { draft, setDraft, restored, setRestored } = useDraft(farmId, today)
  const [tried, setTried] = useState(false)
  const [recorded, setRecorded] = useState('')
  const recording = useRecording(farmId)
  const { error } = recording

  const open = activity ? openPlaces(activity, places) : []
  const place = open.find((one) => placeKey(one) === draft.place) ?? null
  const found = activity ? problemsOf(activity, draft, { place, today }) : {}
  const problems: Problems = { ...(tried ? found : {}), ...refusals(error) }
  const says = activity ? sentence(activity, draft, { place, leases, today }) : null

  useEffect(() => {
    if (error) focusFirst(form.current)
  }, [error])

  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setRecorded('')
    setRestored(false)
    recording.reset()
  }
  const choosePlace = (chosen: Held | null) =>
    change({ place: chosen ? placeKey(chosen) : '', targets: [targetFrom(chosen)], count: '', containers: '' })
  const chooseArea = (area: string) => {
    const here = open.filter(({ leaseId }) => leaseId === area)
    const only = here.length === 1 ? (here[0] ?? null) : null
    change({ area, place: only ? placeKey(only) : '', targets: [targetFrom(only)] })
  }
  const startAgain = (part: Partial<Draft> = {}) => {
    setTried(false)
    change(part)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!activity || Object.keys(found).length > 0) return focusFirst(form.current)
    const area = leases.find(({ leaseId }) => leaseId === draft.area)?.name ?? ''
    recording.mutate(toActivity(activity, draft, place, area), {
      onSuccess: () => {
        setTried(false)
        setRestored(false)
        setRecorded(says ?? '')
        setDraft(nextDraft(draft, place))
      },
      onError: (failed) => {
        if (wasRecordedBefore(failed)) setDraft({ ...draft, id: newId() })
      },
    })
  }

  return {
    form,
    today,
    draft,
    place,
    problems,
    /** What will be recorded. */
    says,
    /** What was recorded last, until something is typed. */
    recorded,
    restored,
    error,
    pending: recording.isPending,
    change,
    choosePlace,
    chooseArea,
    startOver: () => startAgain(emptyDraft(today)),
    /** For another activity with the same draft. */
    startOther: () => startAgain(),
    submit,
  }
}
