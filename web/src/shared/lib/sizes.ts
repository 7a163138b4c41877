/** What the trade calls the sizes of oysters as they grow, by step of the colour ramp (--size-1 to --size-5). */
const STEPS = [
  ['larva', 'spat', 'seed'],
  ['nursery', 'juvenile'],
  ['intermediate', 'yearling'],
  ['extra small', 'petite', 'cocktail', 'small'],
  ['medium', 'standard', 'regular', 'select', 'large', 'extra large', 'jumbo'],
]
const WORDS = STEPS.flatMap((words, index) => words.map((word) => ({ word, step: index + 1 })))
const LARGEST = STEPS.length

interface Place {
  rank: number
  step: number | null
}

/** "Extra small" contains "small" too, so the longest word counts. */
function byWord(label: string): Place | null {
  const text = label.toLowerCase()
  const found = WORDS.filter(({ word }) => text.includes(word))
  const longest = found.sort((a, b) => b.word.length - a.word.length)[0]
  return longest ? { rank: WORDS.indexOf(longest), step: longest.step } : null
}

function byNumber(label: string): Place | null {
  const number = /\d+(\.\d+)?/.exec(label)
  return number && { rank: Number(number[0]), step: null }
}

/** The steps are those of the words; if two would be the same, or there are only numbers, they are spread over the ramp. */
function stepsOf(places: Place[]): number[] {
  const steps = places.map(({ step }) => step)
  if (new Set(steps).size === places.length && !steps.includes(null)) return steps.map((step) => step ?? 1)
  const last = Math.max(places.length, LARGEST) - 1
  return places.map((_, index) => 1 + Math.round((index * (LARGEST - 1)) / last))
}

export interface Grown<T> {
  one: T
  /** From 1 (seed) to 5; null for a name that says nothing about size. */
  step: number | null
}

/** Sizes in order of growth, by their names: words of the trade, or numbers. Names that say nothing about size come last, in their own order. */
export function byGrowth<T>(sizes: readonly T[], labelOf: (one: T) => string): Grown<T>[] {
  const words = sizes.some((one) => byWord(labelOf(one)))
  const all = sizes.map((one) => ({ one, place: (words ? byWord : byNumber)(labelOf(one)) }))
  const placed = all.flatMap(({ one, place }) => (place ? [{ one, place }] : []))
  placed.sort((a, b) => a.place.rank - b.place.rank)
  const steps = stepsOf(placed.map(({ place }) => place))
  return [
    ...placed.map(({ one }, index) => ({ one, step: steps[index] ?? null })),
    ...all.flatMap(({ one, place }) => (place ? [] : [{ one, step: null }])),
  ]
}
