/**
 * Drafts are kept in this tab, so that no other tab overwrites or takes them, and
 * under the person who typed them, the address and the name of the form. They
 * survive a reload, a failed page and the end of a session; the next person to
 * sign in only finds their own.
 */
export const PREFIX = 'draft/'

/** Forgets this person's drafts, or everybody's if it is not known who they are. */
export function forgetDrafts(userId: string | undefined): void {
  const own = userId === undefined ? PREFIX : `${PREFIX}${userId}/`
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(own)) sessionStorage.removeItem(key)
  }
}
