import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** A place in the app: going to another is leaving. */
export interface Place {
  pathname: string
  search: object
}

interface Options {
  /** Whether anything would be lost. */
  dirty: boolean
  /** Which part of a place counts, since another search may still show the same. */
  at?: (place: Place) => string
  /** Called when the person leaves all the same. */
  onLeave: () => void
  /** Ends the editing, for a Cancel button. */
  onCancel?: () => void
}

/** The end of a session stops nobody, because what was typed is kept. */
const endsSession = ({ pathname }: Place) => pathname === '/login'

const whole = ({ pathname, search }: Place) => pathname + JSON.stringify(search)

/** Stops a person from leaving with unsaved changes, including by Cancel or by closing the window. */
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
    /** For the Cancel button: only asks if something was changed. */
    cancel: () => {
      if (dirty) setCancelling(true)
      else onCancel?.()
    },
    /** The changes are saved, so leaving is free from now on. */
    release: () => {
      released.current = true
    },
  }
}
