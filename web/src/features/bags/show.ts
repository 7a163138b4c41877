import { useSyncExternalStore } from 'react'
import type { Book } from './book'
import { course, Replay } from './replay'
import { hangingOrder, type Scene, scaleOf, sceneOf } from './scene'

/** A day of the farm, by growing area. */
interface Shown {
  day: number
  scenes: readonly Scene[]
}

/** The hand rests when it has wanted no other day for this long. */
const REST_MS = 120

/**
 * What the picture shows now. It lives outside React: while the date is dragged a
 * day may last one frame, so only what a day changes is worked out, and what a
 * frame shows (the date, the marks) draws itself. The words follow once the hand
 * rests, all else once a date is settled on.
 */
export class Show implements Shown {
  readonly scale: number
  /** The living animals on each day, from the first known one. */
  readonly animals: readonly number[]
  /** The day shown. */
  day: number
  /** What the words say; stays the same while the date is being dragged. */
  said: Shown
  /** What the rest of the page says of the date that was settled on. */
  settled: Shown
  private readonly replay: Replay
  private known: readonly Scene[] = []
  /** The growing areas in which something has changed since. */
  private readonly stale = new Set<number>()
  private readonly order: readonly number[][]
  private readonly listeners = new Set<() => void>()
  private readonly drawings = new Set<() => void>()
  private wanted: number
  private frame = 0
  private rest = 0

  constructor(
    readonly book: Book,
    day: number,
  ) {
    const { animals, mostBags } = course(book)
    this.animals = animals
    const spots = book.areas
      .flatMap(({ lines, endedOn }) => (endedOn ? [] : lines))
      .reduce((sum, one) => sum + one.spots, 0)
    this.scale = scaleOf(Math.max(spots, mostBags))
    this.replay = new Replay(book)
    this.order = hangingOrder(book)
    this.day = Math.max(day, book.known)
    this.wanted = this.day
    this.replay.goTo(this.day)
    this.known = book.areas.map((_, area) => this.sceneOf(area))
    this.settled = { day: this.day, scenes: this.scenes }
    this.said = this.settled
  }

  /** By growing area; one that has not changed is the same object. */
  get scenes(): readonly Scene[] {
    if (this.stale.size > 0) {
      this.known = this.known.map((scene, area) => (this.stale.has(area) ? this.sceneOf(area) : scene))
      this.stale.clear()
    }
    return this.known
  }

  /** One growing area: in a frame of a drag only those in sight are worked out. */
  sceneAt(area: number): Scene | undefined {
    if (this.stale.delete(area)) this.known = this.known.with(area, this.sceneOf(area))
    return this.known[area]
  }

  /** For what React shows. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** For what draws itself: called in each frame that shows another day. */
  onFrame(draw: () => void): () => void {
    this.drawings.add(draw)
    return () => this.drawings.delete(draw)
  }

  /** Shows a day in the next frame; if several are wanted before then, the last. */
  want(day: number): void {
    this.wanted = this.within(day)
    clearTimeout(this.rest)
    this.rest = window.setTimeout(() => this.say(), REST_MS)
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0
      this.go()
    })
  }

  /** Shows a day at once, and for good. */
  settle(day: number): void {
    this.stop()
    this.wanted = this.within(day)
    this.go()
    if (this.isShown(this.settled)) return
    this.settled = { day: this.day, scenes: this.scenes }
    this.said = this.settled
    this.tell()
  }

  /** Has the words follow. */
  say(): void {
    if (this.isShown(this.said)) return
    this.said = { day: this.day, scenes: this.scenes }
    this.tell()
  }

  stop(): void {
    cancelAnimationFrame(this.frame)
    clearTimeout(this.rest)
    this.frame = 0
  }

  /** How many animals are at a place at the end of the last day. */
  latest(place: number): number {
    const { book } = this
    let animals = book.opening.animals[place] ?? 0
    for (const [change, of] of book.of.entries()) if (of === place) animals += book.animals[change] ?? 0
    return animals
  }

  private go(): void {
    for (const area of this.replay.goTo(this.wanted)) this.stale.add(area)
    this.day = this.wanted
    for (const draw of this.drawings) draw()
  }

  private within(day: number): number {
    return Math.min(Math.max(day, this.book.known), this.book.last)
  }

  private isShown({ day, scenes }: Shown): boolean {
    return day === this.day && scenes === this.scenes
  }

  private sceneOf(area: number): Scene {
    return sceneOf(this.book, area, this.order[area] ?? [], this.replay)
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}

/** A part of what is shown; whoever reads it renders again when that part changes. */
export function useShown<T>(show: Show, part: (show: Show) => T): T {
  return useSyncExternalStore(show.subscribe, () => part(show))
}
