import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Farm, type Held, placesQuery, recordActivity } from '@/api'
import { useEditForm } from '@/forms'
import { isDay, todayAt } from '@/shared/lib/days'
import { openPlaces } from './activities'
import { beginningDraft, type Draft, nextDraft, placeKey, targetFrom, toActivity } from './draft'
import { askAboutCounts } from './effects'
import type { ActivityName } from './names'
import { type Problems, problems as problemsOf } from './problems'
import { refusals, useBook, wasRecordedBefore } from './useRecording'
import { sentence } from './words'

/** Where a form starts; the id of something that does not exist counts as not given. */
export interface Begins {
  leaseId?: string
  lotId?: string
}

/** What was recorded, and where. */
interface Recorded extends Pick<Draft, 'leaseId' | 'date'> {
  says: string
  activity: ActivityName | undefined
}

/** The state of the form and what can be done with it. `places` are those of today. */
export function useRecordForm(farm: Farm, places: readonly Held[], activity: ActivityName | undefined, begins: Begins) {
  const { _id: farmId, leases } = farm
  const today = todayAt(farm)
  const book = useBook(farmId)
  const confirmed = useRef(false)
  /** What the person answered to what saving does to counts. */
  const answered = useRef<{ afterRemovals?: boolean } | null>(null)
  const [recorded, setRecorded] = useState<Recorded | null>(null)

  const client = useQueryClient()
  const queryOf = ({ date }: Draft) => placesQuery(farmId, isDay(date) && date < today ? date : today)
  const placesOf = (draft: Draft): readonly Held[] => {
    const then = client.getQueryData(queryOf(draft).queryKey)?.data ?? places
    if (then.some((one) => placeKey(one) === draft.place)) return then
    // What is chosen stays chosen when the day changes: the server says why it cannot be about that day.
    return [...then, ...places.filter((one) => placeKey(one) === draft.place)]
  }
  const openOn = (draft: Draft) => (activity ? openPlaces(activity, placesOf(draft)) : [])
  const placeOf = (draft: Draft) => openOn(draft).find((one) => placeKey(one) === draft.place) ?? null
  const found = (draft: Draft) =>
    activity ? problemsOf(activity, draft, { place: placeOf(draft), today, country: farm.country }) : {}

  const form = useEditForm<Draft, unknown>({
    // What is typed about a lot named in the address is kept separately, since other drafts are about other lots.
    name: ['record', begins.leaseId, begins.lotId].filter(Boolean).join(' '),
    record: { values: beginningDraft(today, farm, places, begins), version: 0 },
    staying: 'free',
    // An earlier attempt may have arrived even though its answer was lost, and the numbers may have changed since.
    sticky: true,
    problems: found,
    send: async (_, __, { values, key }) => {
      if (!activity) return
      const area = leases.find(({ leaseId }) => leaseId === values.leaseId)?.name ?? ''
      const one = {
        ...toActivity(activity, values, placeOf(values), area, farm.country),
        ...answered.current,
        ...(activity === 'count' && { clientTime: Date.now() }),
        id: key,
      }
      if (!answered.current) await askAboutCounts(farmId, one, places, today)
      return recordActivity(farmId, one, confirmed.current)
    },
    onAnswer: book.forget,
    onSaved: (_, draft) => {
      forgetAnswers()
      setRecorded({ says: says ?? '', activity, leaseId: draft.leaseId, date: draft.date })
      form.restart(nextDraft(draft, placeOf(draft)))
    },
    onFailed: (error) => {
      book.forget()
      if (wasRecordedBefore(error)) form.renew()
    },
  })

  const forgetAnswers = () => {
    confirmed.current = false
    answered.current = null
  }
  const draft = form.values
  useQuery({ ...queryOf(draft), placeholderData: keepPreviousData })
  const place = placeOf(draft)
  const says = activity ? sentence(activity, draft, { place, leases, today }) : null
  const problems: Problems = { ...(form.tried ? found(draft) : {}), ...refusals(form.failure) }

  const change = (part: Partial<Draft>) => {
    forgetAnswers()
    form.set(part)
    form.forgive()
    setRecorded(null)
  }
  const choosePlace = (chosen: Held | null) =>
    change({ place: chosen ? placeKey(chosen) : '', targets: [targetFrom(chosen)], count: '', containers: '' })
  const chooseArea = (leaseId: string) => {
    const here = openOn(draft).filter((one) => one.leaseId === leaseId)
    const only = here.length === 1 ? (here[0] ?? null) : null
    change({ leaseId, place: only ? placeKey(only) : '', targets: [targetFrom(only)] })
  }

  return {
    form,
    today,
    draft,
    /** The lots that existed on the day of the draft. */
    places: placesOf(draft),
    place,
    problems,
    /** What will be recorded. */
    says,
    /** What was recorded last, until something new is typed. */
    recorded,
    change,
    /** Sends what is far from the last all the same. */
    confirm: () => {
      confirmed.current = true
    },
    /** Sends it with what the person answered to what it does to counts. */
    answer: (afterRemovals?: boolean) => {
      answered.current = afterRemovals === undefined ? {} : { afterRemovals }
    },
    choosePlace,
    chooseArea,
    /** To go on with the same draft as another activity. */
    startOther: () => {
      forgetAnswers()
      form.forgive(true)
      setRecorded(null)
    },
  }
}
