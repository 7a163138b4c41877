import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { myUserQuery } from '@/api'
import { PREFIX } from './forget'

function usePlace(): string | null {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const me = useQueryClient().getQueryData(myUserQuery.queryKey)
  return me ? `${PREFIX}${me._id}${path}#` : null
}

function read<T>(key: string | null): T | null {
  try {
    return JSON.parse((key && sessionStorage.getItem(key)) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** The drafts of pages that were left, which open no form by themselves: all but those of a page that was reloaded. */
const left = new Set(leftDrafts())

function leftDrafts(): string[] {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!visit) return []
  return draftKeys().filter((key) => visit.type !== 'reload' || !key.includes(`${location.pathname}#`))
}

function draftKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}

function write(key: string, text: string | null): void {
  left.delete(key)
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // The storage is full or forbidden, and there is no other place to keep it.
  }
}

/** The kept draft of this name, and a function to replace it; null forgets it. Without a name nothing is kept. */
export function useKeptDraft<T>(name: string | null) {
  const place = usePlace()
  // For the address and the person for whom the form was opened.
  const [key] = useState(name === null || place === null ? null : place + name)
  const [kept] = useState(() => read<T>(key))
  return { kept, keep: (text: string | null) => key !== null && write(key, text) }
}

/**
 * The name of a kept draft that starts like this, to decide whether its form
 * should be open; null if there is none. A draft whose record has gone is
 * forgotten. One of a page that was left waits until somebody opens its form.
 */
export function useKeptName(beginning: string, isThere = (_name: string) => true): string | null {
  const place = usePlace()
  const [name] = useState(() => {
    const key = draftKeys().find((one) => place && one.startsWith(place + beginning) && !left.has(one))
    if (!key || !place) return null
    const found = key.slice(place.length)
    if (isThere(found)) return found
    write(key, null)
    return null
  })
  return name
}
