import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { myUserQuery } from './account'
import { beforeAuthRequired } from './session'
import type { Stored } from './useMergedSave'

const PREFIX = 'form/'

/** Forgets what was kept of forms in this tab; at a sign-in only what somebody else had typed. */
export function forgetForms(exceptOf?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    const own = exceptOf !== undefined && key.startsWith(`${PREFIX}${exceptOf}/`)
    if (key.startsWith(PREFIX) && !own) sessionStorage.removeItem(key)
  }
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function keep(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A full or forbidden store: there is no other place for it.
  }
}

/** Where a form of the signed-in person at this address is kept. */
function useKey(name: string): string {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const me = useQueryClient().getQueryData(myUserQuery.queryKey)
  return `${PREFIX}${me?._id}${path}#${name}`
}

/**
 * What stood in the form of this name when a session ran out in the middle of
 * it; null when none did. It is given once, to the person who typed it, at the
 * same address in the same tab. Passwords are never to be kept.
 */
export function useKept<T>(name: string): T | null {
  const key = useKey(name)
  const [kept] = useState(() => read<T>(key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the address at which the form was opened.
  useEffect(() => sessionStorage.removeItem(key), [])
  return kept
}

/** What the edit of a record begins with: as it stood when a session ran out in the middle of it, or else as the record is stored. */
export function useKeptEdit<V>(name: string, record: Stored<V>) {
  const kept = useKept<{ stored: Stored<V>; values: V }>(name)
  const [start] = useState(kept ?? { stored: record, values: record.values })
  return { ...start, restored: kept !== null }
}

/** True when useKept would find something: for what decides whether the form is open at all. */
export function useIsKept(name: string): boolean {
  const key = useKey(name)
  const [found] = useState(() => sessionStorage.getItem(key) !== null)
  return found
}

/** Keeps the value when the session runs out while the form is open. Null when nothing was typed. */
export function useKeeping(name: string, value: unknown): void {
  const key = useKey(name)
  const latest = useRef({ key, value })
  useEffect(() => {
    latest.current = { key, value }
  })
  useEffect(
    () =>
      beforeAuthRequired(() => {
        if (latest.current.value !== null) keep(latest.current.key, latest.current.value)
      }),
    [],
  )
}
