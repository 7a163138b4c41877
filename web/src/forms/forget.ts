/**
 * Drafts are kept in this tab, so that no other tab overwrites or takes them,
 * under the person who typed them, the address and the name of the form. They
 * outlive a reload, a page that failed and the end of a session; whoever signs
 * in next finds only their own.
 */
export const PREFIX = 'draft/'

/** Forgets what this person has typed; all that anybody has where it is not known who they are. */
export function forgetDrafts(userId: string | undefined): void {
  const own = userId === undefined ? PREFIX : `${PREFIX}${userId}/`
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(own)) sessionStorage.removeItem(key)
  }
}
