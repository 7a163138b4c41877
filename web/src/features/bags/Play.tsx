import { useEffect, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import type { Show } from './show'

const DAYS = 365
const SECONDS = 12
/** How often the words follow. */
const SAY_MS = 500

interface Props {
  show: Show
  onDay: (day: number) => void
}

/** Plays the last year of the book in a few seconds; not for those who asked for less motion. */
export function Play({ show, onDay }: Props) {
  const [playing, setPlaying] = useState(false)
  const { last, known } = show.book
  useEffect(() => {
    if (!playing) return
    const from = Math.max(known, last - DAYS)
    let [frame, began, said] = [0, 0, 0]
    const step = (now: number) => {
      began ||= now
      const day = from + Math.floor(((now - began) / 1000) * (DAYS / SECONDS))
      if (day >= last) {
        setPlaying(false)
        onDay(last)
        return
      }
      show.want(day)
      if (now - said > SAY_MS) {
        said = now
        show.say()
      }
      frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [playing, show, last, known, onDay])

  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return null
  const stop = () => {
    setPlaying(false)
    onDay(show.day)
  }
  return (
    <Button variant="plain" onClick={playing ? stop : () => setPlaying(true)}>
      {playing ? 'Stop' : 'Play the year'}
    </Button>
  )
}
