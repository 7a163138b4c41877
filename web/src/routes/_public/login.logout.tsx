import { createFileRoute, redirect } from '@tanstack/react-router'
import { signOutHereAndNow } from '@/app/signOut'

/** Signing out needs no code of a page, which could not be loaded without a connection. A link that is only preloaded signs nobody out. */
export const Route = createFileRoute('/_public/login/logout')({
  beforeLoad: ({ context, preload }) => {
    if (preload) return
    signOutHereAndNow(context.queryClient)
    throw redirect({ to: '/', state: { loggedOut: true }, replace: true })
  },
  // Never shown; it makes the address one of the pages that the server knows.
  component: () => null,
})
