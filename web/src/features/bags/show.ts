import { useSyncExternalStore } from 'react'
import type { Book } from './book'
import { course, Replay } from './replay'
import { hangingOrder, type Scene, scaleOf, sceneOf } from './scene'

/**
 * What the picture shows now. It lives outside React: while the date is dragged a
 * day may last one frame, so only what a day changes is worked out and drawn.
 */
export class Show {
  readonly scale: number
  /** The living animals on each day, from the first known one. */
  readonly animals: readonly number[]
  /** The day shown. */
  day: number
  /** By growing area; one that has not changed is the same object. */
  scenes: readonly Scene[]
  /** What is shown once a date is settled on; stays the same while it is being dragged. */
  settled: { day: number; scenes: readonly Scene[] }
  private readonly replay: Replay
  private readonly order: readonly number[][]
  private readonly listeners = new Set<() => void>()
  private wanted: number
  private frame = 0

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
    this.scenes = book.areas.map((_, area) => this.sceneOf(area))
    this.settled = { day: this.day, scenes: this.scenes }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Shows a day in the next frame; if several are wanted before then, the last. */
  want(day: number): void {
    this.wanted = Math.min(Math.max(day, this.book.known), this.book.last)
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0
      this.go()
      this.tell()
    })
  }

  /** Shows a day at once, and for good. */
  settle(day: number): void {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    this.wanted = Math.min(Math.max(day, this.book.known), this.book.last)
    this.go()
    if (this.settled.day === this.day && this.settled.scenes === this.scenes) return
    this.settled = { day: this.day, scenes: this.scenes }
    this.tell()
  }

  stop(): void {
    cancelAnimationFrame(this.frame)
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
    const touched = this.replay.goTo(this.wanted)
    this.day = this.wanted
    if (touched.size > 0) {
      this.scenes = this.scenes.map((scene, area) => (touched.has(area) ? this.sceneOf(area) : scene))
    }
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
