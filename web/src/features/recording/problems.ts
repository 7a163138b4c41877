import { type Held, limits } from '@/api'
import { type Day, isDay } from '@/shared/lib/days'
import { degreesIn } from '@/shared/lib/degrees'
import { decimal, whole } from '@/shared/lib/entries'
import { counted, exact } from '@/shared/lib/numbers'
import { asksForLot, questions } from './activities'
import { type Draft, type Target, taken } from './draft'
import { factsProblems, NO_FACTS } from './facts'
import { sampleProblem } from './lengths'
import type { ActivityName } from './names'

/** What is wrong, by input: the server's names, `to.0.count` for one of several targets, `facts.buyer` of a harvest. */
export type Problems = Record<string, string>

const MAX_MM = limits.recordingRules.tenthsOfMm / 10

interface Facts {
  place: Held | null
  today: Day
  /** Where the farm is. */
  country?: string
}

/**
 * What keeps a draft from being sent. Whether the animals are there is for the
 * server to say, since it knows what others have recorded in the meantime; only
 * a split must add up here.
 */
export function problems(activity: ActivityName, draft: Draft, { place, today, country = '' }: Facts): Problems {
  const found: Problems = {}
  const refuse = (field: string, reason: string | null) => {
    if (reason && !found[field]) found[field] = reason
  }
  if (!draft.leaseId) refuse('leaseId', 'Choose the growing area.')
  else if (asksForLot(activity) && !place) refuse('lot', 'Choose the lot.')
  refuse('date', badDay(draft.date, today))
  for (const question of questions(activity, place)) {
    if (question === 'count') refuse('count', badCount(draft.count, activity === 'count' ? 0 : 1))
    if (question === 'containers') refuse('containers', badContainers(draft.containers))
    if (question === 'sample' && draft.sample && draft.sample.by !== 'mean') {
      refuse('lengths', sampleProblem(draft.sample))
    } else if (question === 'sample') {
      refuse('measured', badCount(draft.measured, 1))
      refuse('sizeMm', badSize(draft.sizeMm))
    }
    if (question === 'target' && place) refuse('to', badTarget(draft.targets[0], place))
    if (question === 'facts') {
      const when = { date: draft.date, today, degrees: degreesIn(country) }
      Object.assign(found, factsProblems(draft.facts ?? NO_FACTS, when))
    }
    if (question === 'targets' && place) refuseParts(draft.targets, place, refuse)
  }
  return found
}

function badDay(date: Day, today: Day): string | null {
  if (!isDay(date)) return 'Enter the date.'
  return date > today ? 'That day is in the future.' : null
}

function badCount(text: string, least: 0 | 1): string | null {
  const count = whole(text)
  if (!text.trim()) return 'Enter the number of animals.'
  if (count === null) return 'Enter a whole number.'
  return count < least ? 'At least one animal is needed.' : null
}

function badContainers(text: string): string | null {
  return text.trim() && whole(text) === null ? 'Enter a whole number.' : null
}

function badSize(text: string): string | null {
  const size = decimal(text)
  if (!text.trim()) return 'Enter the mean size.'
  if (size === null) return 'Enter a number, such as 62.5.'
  if (size <= 0) return 'It must be more than 0 mm.'
  return size > MAX_MM ? `It can be at most ${exact(MAX_MM)} mm.` : null
}

function badTarget(target: Target | undefined, { leaseId, lot }: Held): string | null {
  if (!target?.leaseId) return 'Choose where they go.'
  const same =
    target.leaseId === leaseId &&
    target.sizeLabel.trim() === lot.sizeLabel &&
    target.meshSize.trim() === lot.meshSize &&
    target.nickname.trim() === lot.nickname
  return same ? 'They are there already. Change the growing area, size, equipment or fill profile.' : null
}

function refuseParts(targets: readonly Target[], place: Held, refuse: (field: string, reason: string | null) => void) {
  for (const [index, target] of targets.entries()) {
    refuse(`to.${index}`, badTarget(target, place))
    refuse(`to.${index}.count`, badCount(target.count, 1))
    refuse(`to.${index}.containers`, badContainers(target.containers))
  }
  const over = taken(targets) - place.onHand
  if (over > 0) {
    const parts = counted(targets.length, 'part takes', 'parts take')
    refuse(
      'to',
      `The ${parts} ${exact(taken(targets))} in total, ${exact(over)} more than the ${exact(place.onHand)} on hand.`,
    )
  }
}
