import { counted, exact } from '@/shared/lib/numbers'
import { type Length, NO_SAMPLE, type SampleDraft, statsOf, typedLength } from './lengths'

/** Takes what stands in the inputs; the next class begins where this one ends. Gives null where it cannot be taken. */
export function take(sample: SampleDraft): SampleDraft | null {
  const typed = typedLength(sample)
  if (!typed || typeof typed === 'string') return null
  const taken = [...sample.taken, typed]
  if (sample.by === 'lengths') return { ...sample, taken, length: '' }
  const next = typed.to + (typed.to - typed.from)
  return { ...sample, taken, from: sample.to, to: String(Math.round(10 * next) / 10), animals: '' }
}

/** The lengths in a text that was pasted, one a line or side by side; null where something else is in it. */
export function pastedLengths(text: string): Length[] | null {
  const all = text
    .trim()
    .split(/[\s;]+/)
    .map((word) => typedLength({ ...NO_SAMPLE, by: 'lengths', length: word }))
  const lengths = all.filter((one) => one !== null && typeof one === 'object')
  return lengths.length === all.length ? lengths : null
}

const tenth = (mm: number) => exact(Math.round(10 * mm) / 10)

/** "12 measured: 61.9 mm on average, spread 3.1 mm" */
export function statsWords(lengths: readonly Length[]): string {
  const stats = statsOf(lengths)
  if (!stats) return 'None measured yet.'
  return `${counted(stats.count, 'animal')} measured: ${tenth(stats.mean)} mm on average, spread ${tenth(stats.spread)} mm`
}

/** "60" or "60 to 65 (10)" */
export const lengthWords = ({ from, to, count }: Length) =>
  from === to ? exact(from) : `${exact(from)} to ${exact(to)} (${exact(count)})`
