import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** A place in the app: going to another is leaving. */
export interface Place {
  pathname: string
  search: object
}

interface Options {
  /** Would anything be lost? */
  dirty: boolean
  /** What of a place counts: another search may still show the same. */
  at?: (place: Place) => string
  /** It is left all the same. */
  onLeave: () => void
  /** Ends the editing, for a Cancel button. */
  onCancel?: () => void
}

/** A session that has ended holds nobody: what was typed is kept. */
const endsSession = ({ pathname }: Place) => pathname === '/login'

const whole = ({ pathname, search }: Place) => pathname + JSON.stringify(search)

/** Holds a person who would leave with changes that are not saved, also by Cancel or by closing the window. */
export function useLeaveGuard({ dirty, at = whole, onLeave, onCancel }: Options) {
  const [cancelling, setCancelling] = useState(false)
  const released = useRef(false)
  useEffect(() => {
    if (!dirty) released.current = false
  }, [dirty])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && !released.current && !endsSession(next) && at(current) !== at(next),
    enableBeforeUnload: () => dirty && !released.current,
    withResolver: true,
  })
  return {
    asking: cancelling || blocker.status === 'blocked',
    stay: () => {
      setCancelling(false)
      blocker.reset?.()
    },
    leave: () => {
      onLeave()
      if (!cancelling) return blocker.proceed?.()
      released.current = true
      setCancelling(false)
      onCancel?.()
    },
    /** For the Cancel button: asks only when something was changed. */
    cancel: () => {
      if (dirty) setCancelling(true)
      else onCancel?.()
    },
    /** What was changed is saved: the way is free, at once. */
    release: () => {
      released.current = true
    },
  }
}
