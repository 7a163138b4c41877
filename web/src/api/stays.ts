import { sessionToken } from './session'
import { askTabs, keepSession } from './tabs'

/**
 * That somebody stays signed in on this device. What opens a session is a cookie that no
 * script can read; this only remembers that there is one (`yes`), or one to be given up as
 * soon as the server can be reached (`ending`). What talks to the server about it comes with
 * the first need: most pages open without.
 */
const STAYS = 'stays'
const kept = () => localStorage.getItem(STAYS)
const asking = () => import('./stay')

export const staysHere = () => kept() === 'yes'

/** Without TLS the browser would not keep the cookie; it does on the machine itself. */
export const canStay = () => window.isSecureContext

/** Who has just signed in stays signed in here, if the server can be asked and lets them. */
export async function stayHere(): Promise<void> {
  const stays = await asking().then(
    ({ begin }) => begin(),
    () => false,
  )
  if (stays) localStorage.setItem(STAYS, 'yes')
  else localStorage.removeItem(STAYS)
}

const AGAIN_MS = 5_000
let leaving = false

/** Nobody stays signed in here any more; the server is told until it has heard. */
export async function leaveHere(): Promise<void> {
  if (!kept()) return
  localStorage.setItem(STAYS, 'ending')
  if (leaving) return
  leaving = true
  const heard = await asking().then(
    ({ give }) => give(),
    () => false,
  )
  leaving = false
  if (!heard) setTimeout(leaveHere, AGAIN_MS)
  else if (!staysHere()) localStorage.removeItem(STAYS)
}

type Found = 'found' | 'none' | 'unreachable'

/** One tab of the browser asks at a time: the next gets its session, or asks with the cookie that came of it. */
function openInTurn(ended: string | null): Promise<Found> {
  if (!navigator.locks) return openHere()
  return navigator.locks.request('stay', () => (sessionToken() === ended ? openHere() : 'found'))
}

async function openHere(): Promise<Found> {
  if (!staysHere()) {
    void leaveHere()
    return 'none'
  }
  const token = await asking().then(
    ({ open }) => open(),
    () => null,
  )
  if (token === null) return 'unreachable'
  // It may have come too late: the person has signed in, or out.
  if (token && staysHere()) keepSession(token)
  if (token) return 'found'
  void leaveHere()
  return 'none'
}

let finding: Promise<Found> | null = null

/**
 * Finds a session for a tab that has none, or whose own has ended: that of another tab, or
 * a new one where the person stays signed in. All who ask at the same time get one answer.
 */
export function findSession(): Promise<Found> {
  finding ??= find(sessionToken()).finally(() => {
    finding = null
  })
  return finding
}

async function find(ended: string | null): Promise<Found> {
  await askTabs(ended)
  return sessionToken() === ended ? openInTurn(ended) : 'found'
}
