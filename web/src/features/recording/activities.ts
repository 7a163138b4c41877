import type { Held } from '@/api'
import type { ActivityName } from './names'

export type Question = 'animals' | 'count' | 'containers' | 'sample' | 'target' | 'targets' | 'facts'

/** Which lots an activity can be about: a new one, those in the book, or those with something alive. */
type Lots = 'new' | 'known' | 'alive'

const ASKED: Record<ActivityName, { lots: Lots; questions: readonly Question[] }> = {
  plant: { lots: 'new', questions: ['animals', 'count', 'containers'] },
  count: { lots: 'known', questions: ['count'] },
  size: { lots: 'alive', questions: ['sample'] },
  move: { lots: 'alive', questions: ['count', 'target', 'containers'] },
  split: { lots: 'alive', questions: ['targets', 'containers'] },
  harvest: { lots: 'alive', questions: ['count', 'containers', 'facts'] },
  loss: { lots: 'alive', questions: ['count', 'containers'] },
}

/** What is asked besides where and when. Containers are only asked about if there are any. */
export function questions(activity: ActivityName, place: Held | null): readonly Question[] {
  const all = ASKED[activity].questions
  if (activity === 'plant' || (place && place.containers > 0)) return all
  return all.filter((question) => question !== 'containers')
}

export function asksForLot(activity: ActivityName): boolean {
  return ASKED[activity].lots !== 'new'
}

/** The places that an activity can be about. */
export function openPlaces(activity: ActivityName, places: readonly Held[]): Held[] {
  return places.filter((place) => ASKED[activity].lots === 'known' || place.lived)
}

/** True when animals leave the place. */
export function takes(activity: ActivityName): boolean {
  return activity === 'harvest' || activity === 'loss' || activity === 'move' || activity === 'split'
}
