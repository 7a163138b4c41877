import { type Held, type NewActivity, type Recount, tryActivity } from '@/api'
import type { Day } from '@/shared/lib/days'

/** What the person is told before an entry is saved: counts that show another difference, and whether it must be said which came first on a day. */
export class CountEffects extends Error {
  readonly recounts: readonly Recount[]
  readonly asksOrder: boolean

  constructor(recounts: readonly Recount[], asksOrder: boolean) {
    super('Nothing was recorded yet.')
    this.recounts = recounts
    this.asksOrder = asksOrder
  }
}

/** Whether an entry may concern a recorded count, or a day on which something was taken. */
function mayMatter({ date, leaseId, to }: NewActivity, places: readonly Held[], today: Day): boolean {
  const touched = new Set([leaseId, ...(to ?? []).map((part) => part.leaseId)])
  return (
    (date ?? today) < today || places.some((place) => touched.has(place.leaseId) && place.lastDay >= (date ?? today))
  )
}

/** Throws what the person is told before the entry is saved, if there is anything. */
export async function askAboutCounts(farmId: string, activity: NewActivity, places: readonly Held[], today: Day) {
  if (!mayMatter(activity, places, today)) return
  const { recounts, sameDay } = await tryActivity(farmId, activity)
  if (recounts.length + sameDay.length > 0) throw new CountEffects(recounts, sameDay.length > 0)
}
