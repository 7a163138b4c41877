import type { Held, Lease } from '@/api'
import { type Day, formatDay } from '@/shared/lib/days'
import { decimal, whole } from '@/shared/lib/entries'
import { animalWords, lotWords } from '@/shared/lib/lots'
import { counted, exact } from '@/shared/lib/numbers'
import { type Draft, type Target, taken } from './draft'
import { lengthsOf, statsOf } from './lengths'
import type { ActivityName } from './names'
import { differenceWords, placeWords } from './noted'

/** What is left where animals are taken away: "2,588 remain"; if too many are, by how much. */
export function stayWords(onHand: number, takenAway: number): string {
  const rest = onHand - takenAway
  if (rest < 0) return `${exact(-rest)} more than the ${exact(onHand)} on hand`
  if (rest === 0) return 'none remain'
  return rest === 1 ? '1 remains' : `${exact(rest)} remain`
}

interface Facts {
  place: Held | null
  leases: readonly Lease[]
  today: Day
}

/** What will be recorded, in a sentence that also serves afterwards; null until it is known. */
export function sentence(activity: ActivityName, draft: Draft, facts: Facts): string | null {
  const { place, leases, today } = facts
  const day = draft.date === today ? '' : ` on ${formatDay(draft.date)}`
  if (activity === 'plant') {
    const count = whole(draft.count)
    const area = leases.find(({ leaseId }) => leaseId === draft.leaseId)?.name
    if (!count || !area) return null
    const where = [area, lotWords(draft)].filter(Boolean).join(', ')
    const animals = animalWords(draft.oysterType.trim(), draft.seedSource.trim())
    const what = animals && `; ${animals}`
    return `${exact(count)} planted${day} at ${where}${withContainers(draft.containers)}${what}.`
  }
  if (!place) return null
  const where = placeWords(place)
  if (activity === 'count') return countSentence(draft, place, day)
  if (activity === 'size') {
    const stats = draft.sample && draft.sample.by !== 'mean' ? statsOf(lengthsOf(draft.sample)) : null
    const byMean = !draft.sample || draft.sample.by === 'mean'
    const measured = byMean ? whole(draft.measured) : stats?.count
    const mm = byMean ? decimal(draft.sizeMm) : stats && Math.round(10 * stats.mean) / 10
    return measured && mm ? `${exact(measured)} measured${day} at ${where}: ${exact(mm)} mm on average.` : null
  }
  const count = activity === 'split' ? taken(draft.targets) : whole(draft.count)
  if (!count) return null
  const rest = `${withContainers(draft.containers)}; ${stayWords(place.onHand, count)}.`
  switch (activity) {
    case 'harvest':
      return `${exact(count)} harvested${day} from ${where}${rest}`
    case 'loss':
      return `${exact(count)} lost${day} at ${where}${rest}`
    case 'move':
      return `${exact(count)} moved${day} from ${where} to ${targetWords(draft.targets[0], place, leases)}${rest}`
    case 'split': {
      const parts = draft.targets.map(
        (target) => `${exact(whole(target.count) ?? 0)} to ${targetWords(target, place, leases)}`,
      )
      return `${exact(count)} taken${day} from ${where}: ${parts.join(', ')}${rest}`
    }
  }
}

function countSentence({ count: text, date }: Draft, place: Held, day: string): string | null {
  const count = whole(text)
  if (count === null) return null
  const found = `${exact(count)} found${day} at ${placeWords(place)}`
  // What the book held on an earlier day is not known here.
  if (date < place.lastDay) return `${found}.`
  return `${found}: ${differenceWords(count - place.onHand)}.`
}

function withContainers(text: string): string {
  const containers = whole(text)
  return containers ? ` with ${counted(containers, 'container')}` : ''
}

/** Where a target is, described by what differs there. */
function targetWords(target: Target | undefined, place: Held, leases: readonly Lease[]): string {
  if (!target) return placeWords(place)
  const area = leases.find(({ leaseId }) => leaseId === target.leaseId)?.name ?? ''
  const lot = lotWords(target)
  if (target.leaseId === place.leaseId) return lot || 'no label'
  return lot === lotWords(place.lot) ? area : [area, lot].filter(Boolean).join(', ')
}
