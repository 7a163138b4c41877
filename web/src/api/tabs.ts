import { ownSession, sessionToken, storeSession } from './session'

/**
 * The tabs of this origin hand each other the session, so that a second tab is signed in
 * too. By messages, which are kept nowhere: the token is in no address, and in no storage
 * but that of each tab. Decision 22 says why.
 */
type Message = { asks: true } | { token: string } | { out: string[] }

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : null
const tell = (message: Message) => channel?.postMessage(message)

/** How long the tabs are waited for. What comes later counts all the same. */
const WAIT_MS = 150
/** The script that runs before the app has asked as well, and tabs tell of a new session by themselves. */
const AGAIN_MS = 2_000

/** Sessions that are known to have ended, so that none is taken back that others still hold. */
const dead = new Set<string | null>()
let askedAt = Number.NEGATIVE_INFINITY
let found: () => void = () => undefined

interface Listeners {
  /** This tab, which had no session, has that of another. */
  onHanded: () => void
  /** The person has signed out in another tab, which ends these sessions. */
  onOut: (ended: string[]) => void
}
let listeners: Listeners = { onHanded: () => undefined, onOut: () => undefined }

/** The app registers here what comes of it; there is only one listener. */
export function onTabs(next: Listeners): void {
  listeners = next
}

function hear(message: Message): void {
  const token = sessionToken()
  if ('asks' in message) {
    // A session that shows a farm to staff is this tab's alone.
    if (token) tell({ token: ownSession() ?? token })
  } else if ('out' in message) {
    if (token) listeners.onOut(message.out)
  } else if (!dead.has(message.token) && !ownSession() && (!token || dead.has(token))) {
    storeSession(message.token)
    found()
    listeners.onHanded()
  }
}
if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data)

/** Keeps a new session in this tab, and hands it to those that have none. */
export function keepSession(token: string): void {
  storeSession(token)
  tell({ token })
}

/** Who signs out in one tab has signed out in all. */
export const tellOut = (ended: string[]) => tell({ out: ended })

/** Asks the other tabs for a session, other than one that has ended. */
export async function askTabs(ended: string | null): Promise<void> {
  const asked = dead.has(ended) && performance.now() - askedAt < AGAIN_MS
  dead.add(ended)
  if (!channel || asked) return
  askedAt = performance.now()
  await new Promise<void>((resolve) => {
    found = resolve
    setTimeout(resolve, WAIT_MS)
    tell({ asks: true })
  })
}
