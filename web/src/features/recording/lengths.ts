import { limits } from '@/api'
import { decimal, whole } from '@/shared/lib/entries'
import { exact } from '@/shared/lib/numbers'

/** How animals are measured: one by one, counted by classes of lengths, or nothing but their mean is known. */
export type MeasuredBy = 'mean' | 'lengths' | 'classes'

/** Animals from one length to another, in mm; of animals that were measured one by one both are the same. */
export interface Length {
  from: number
  to: number
  count: number
}

/** A sample as typed: what was taken so far, and what stands in the inputs. */
export interface SampleDraft {
  by: MeasuredBy
  taken: Length[]
  length: string
  from: string
  to: string
  animals: string
}

export const NO_SAMPLE: SampleDraft = { by: 'mean', taken: [], length: '', from: '', to: '', animals: '' }

const MAX_MM = limits.recordingRules.tenthsOfMm / 10
const WIDEST = limits.recordingRules.classTenthsOfMm / 10

/** A sample after the one that was recorded is measured in the same way. */
export const nextSample = ({ by }: SampleDraft): SampleDraft => ({ ...NO_SAMPLE, by })

/** What stands in the inputs as one more length or class; null where nothing does; words where it cannot be. */
export function typedLength(sample: SampleDraft): Length | string | null {
  if (sample.by === 'lengths') {
    if (!sample.length.trim()) return null
    const mm = decimal(sample.length)
    if (mm === null) return 'Enter a number, such as 62.5.'
    return mm < 0.1 || mm > MAX_MM ? `A length is from 0.1 to ${exact(MAX_MM)} mm.` : { from: mm, to: mm, count: 1 }
  }
  if (!sample.animals.trim()) return null
  const [from, to, count] = [decimal(sample.from), decimal(sample.to), whole(sample.animals)]
  if (from === null || to === null) return 'Enter from which to which length the class goes.'
  if (from >= to || to > MAX_MM) return 'A class ends above where it begins.'
  if (to - from > WIDEST) return `A class is at most ${WIDEST} mm wide.`
  return count ? { from, to, count } : 'Enter how many animals the class has.'
}

/** All lengths of the sample, with what stands in the inputs. */
export function lengthsOf(sample: SampleDraft): Length[] {
  const typed = typedLength(sample)
  return typed && typeof typed === 'object' ? [...sample.taken, typed] : sample.taken
}

interface Stats {
  count: number
  mean: number
  /** Standard deviation; the animals of a class are spread evenly over it. */
  spread: number
}

export function statsOf(lengths: readonly Length[]): Stats | null {
  const count = lengths.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return null
  const mean = lengths.reduce((sum, { from, to, count: n }) => sum + (n * (from + to)) / 2, 0) / count
  const squares = lengths.reduce(
    (sum, { from, to, count: n }) => sum + n * (((from + to) / 2 - mean) ** 2 + (to - from) ** 2 / 12),
    0,
  )
  return { count, mean, spread: Math.sqrt(squares / count) }
}

/** What keeps the sample from being sent. */
export function sampleProblem(sample: SampleDraft): string | null {
  const typed = typedLength(sample)
  if (typeof typed === 'string') return typed
  const count = lengthsOf(sample).length
  const [what, most] =
    sample.by === 'lengths' ? ['lengths', limits.ActivityBody.lengths] : ['classes', limits.ActivityBody.lengthClasses]
  if (count === 0) return `Enter the ${what}.`
  return count > most ? `A sample has at most ${exact(most)} ${what}.` : null
}

/** The lengths as the server takes them. */
export function lengthsBody(lengths: readonly Length[]) {
  const single = lengths.filter(({ from, to }) => from === to)
  const classes = lengths.filter(({ from, to }) => from !== to)
  return {
    ...(single.length > 0 && { lengths: single.map(({ from }) => from) }),
    ...(classes.length > 0 && {
      lengthClasses: classes.map(({ from, to, count }) => ({ fromMm: from, toMm: to, count })),
    }),
  }
}
