import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { User } from '@/api'
import { lazy } from '@/shared/ui/lazy'
import { type Early, keepTyping } from './early'

const load = () => import('./Finder')
const Finder = lazy(load)

interface Asked {
  /** Nothing is found for who is not known. */
  user: User | undefined
  farmId?: string
  /** Farms alone, to change from one to another. */
  farmsOnly: boolean
}

/** The way to anything by its name. What is typed while its code is on its way is not lost. */
export function useFinder({ user, ...asked }: Asked): {
  open: boolean
  show: () => void
  prepare: () => void
  finder: ReactNode
} {
  const [early, setEarly] = useState<(() => Early) | null>(null)
  const close = () => setEarly(null)
  useEffect(() => () => void early?.(), [early])
  return {
    open: early !== null,
    show: () => {
      if (early) return
      const next = keepTyping(close)
      // Where the code does not come, the keys are for what says so.
      load().catch(next)
      setEarly(() => next)
    },
    prepare: () => void load().catch(() => undefined),
    finder: <Suspense>{early && user && <Finder user={user} {...asked} early={early} onClose={close} />}</Suspense>,
  }
}
