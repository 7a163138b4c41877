import type { Book } from './book'

/** The farm at the end of a day. Moving forward or back only goes through what changed in between. */
export class Replay {
  /** By place. */
  readonly animals: number[]
  readonly containers: number[]
  /** How many of the book's changes are applied. */
  private applied = 0

  constructor(private readonly book: Book) {
    this.animals = [...book.opening.animals]
    this.containers = [...book.opening.containers]
  }

  /** Goes to the end of a day, and returns the growing areas in which anything changed on the way. */
  goTo(day: number): Set<number> {
    const { days } = this.book
    const touched = new Set<number>()
    while (this.applied < days.length && (days[this.applied] ?? 0) <= day) this.apply(this.applied++, 1, touched)
    while (this.applied > 0 && (days[this.applied - 1] ?? 0) > day) this.apply(--this.applied, -1, touched)
    return touched
  }

  private apply(change: number, sign: 1 | -1, touched: Set<number>): void {
    const { of, animals, containers, places } = this.book
    const at = of[change] ?? 0
    this.animals[at] = (this.animals[at] ?? 0) + sign * (animals[change] ?? 0)
    this.containers[at] = (this.containers[at] ?? 0) + sign * (containers[change] ?? 0)
    touched.add(places[at]?.area ?? 0)
  }

  /** The containers in use, which are those with living animals. */
  inUse(place: number): number {
    return (this.animals[place] ?? 0) > 0 ? (this.containers[place] ?? 0) : 0
  }
}

/** The farm's living animals at the end of each known day, and the most bags that ever hung. */
export function course(book: Book): { animals: number[]; mostBags: number } {
  const replay = new Replay(book)
  const sum = (of: (place: number) => number) => book.places.reduce((total, _, place) => total + of(place), 0)
  let alive = sum((place) => replay.animals[place] ?? 0)
  let bags = sum((place) => replay.inUse(place))
  let mostBags = bags
  let change = 0
  const animals: number[] = []
  for (let day = book.known; day <= book.last; day++) {
    const before = change
    while (change < book.days.length && (book.days[change] ?? 0) <= day) change++
    const places = new Set(book.of.slice(before, change))
    for (const place of places) bags -= replay.inUse(place)
    for (const delta of book.animals.slice(before, change)) alive += delta
    replay.goTo(day)
    for (const place of places) bags += replay.inUse(place)
    mostBags = Math.max(mostBags, bags)
    animals.push(alive)
  }
  return { animals, mostBags }
}
